import { Dialog } from '@/components/overlays/dialog';
import { FactorEnrolment } from './factor-enrolment';
import styles from './second-factor-dialog.module.css';
import { secondFactorMessages } from './second-factor-messages';
import { SecondFactorPrompt } from './second-factor-prompt';

const { prompt, enrolment } = secondFactorMessages;

export interface SecondFactorDialogProps {
  open: boolean;
  /** Whether the user has no second factor yet. */
  mustEnrol: boolean;
  onClose: () => void;
  /** Whether the dialog stays open until the code was accepted. */
  locked?: boolean;
}

/** Asks for the second factor above a page, whose state does not change. */
export function SecondFactorDialog({ open, mustEnrol, onClose, locked = false }: SecondFactorDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !locked && onClose()}
      locked={locked}
      title={mustEnrol ? enrolment.title : prompt.title}
      description={mustEnrol ? prompt.noFactor : prompt.hint}
    >
      <div className={styles.content}>
        {mustEnrol ? (
          <FactorEnrolment onDone={onClose} onCancel={locked ? undefined : onClose} />
        ) : (
          <SecondFactorPrompt onVerified={onClose} onSkip={locked ? undefined : onClose} />
        )}
      </div>
    </Dialog>
  );
}
