import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import { recordMessages } from '../record-messages';

const messages = recordMessages.form;

export interface DiscardDialogProps {
  open: boolean;
  heading: string;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before unsaved input is discarded. */
export function DiscardDialog({ open, heading, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onKeep()}
      role="alertdialog"
      title={messages.discardTitle}
      description={<p>{messages.discardHint(heading)}</p>}
      footer={
        <>
          <Button variant="danger" onClick={onDiscard}>
            {messages.discard}
          </Button>
          <Button variant="primary" onClick={onKeep}>
            {messages.keepEditing}
          </Button>
        </>
      }
    />
  );
}
