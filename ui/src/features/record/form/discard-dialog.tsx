import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';

export interface DiscardDialogProps {
  open: boolean;
  heading: string;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before unsaved input goes. */
export function DiscardDialog({ open, heading, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onKeep()}
      role="alertdialog"
      title="Discard your changes?"
      description={<p>What you entered in “{heading}” has not been saved.</p>}
      footer={
        <>
          <Button variant="danger" onClick={onDiscard}>
            Discard
          </Button>
          <Button variant="primary" onClick={onKeep}>
            Keep editing
          </Button>
        </>
      }
    />
  );
}
