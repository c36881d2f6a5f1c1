import { Button } from '@/components/controls/button';
import { CopyButton } from '@/components/controls/copy-button';
import { Dialog } from '@/components/overlays/dialog';
import { gridMessages } from '../grid-messages';
import styles from './summary.module.css';

const messages = gridMessages.summary.disabled;

/** Enables PostgREST's aggregate functions. The project's owner can run it. */
// biome-ignore lint/plugin: SQL, not a text
const enableAggregatesSQL = `alter role authenticator set pgrst.db_aggregates_enabled = 'true';
notify pgrst, 'reload config';`;

export interface AggregatesDisabledDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Explains why sums are of the loaded rows only, and how the project's owner enables sums of all rows. */
export function AggregatesDisabledDialog({ open, onOpenChange }: AggregatesDisabledDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="md"
      title={messages.title}
      footer={
        <>
          <CopyButton size="md" text={enableAggregatesSQL}>
            {messages.copySQL}
          </CopyButton>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {messages.close}
          </Button>
        </>
      }
    >
      <div className={styles.explanation}>
        <p>{messages.reason}</p>
        <p>{messages.solution}</p>
        <pre className={styles.sql}>{enableAggregatesSQL}</pre>
        <p>{messages.hint}</p>
      </div>
    </Dialog>
  );
}
