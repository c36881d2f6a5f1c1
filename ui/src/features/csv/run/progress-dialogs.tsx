import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { useLeaveGuard } from '@/lib/browser/use-leave-guard';
import { csvMessages } from '../csv-messages';

const messages = csvMessages.progress;

export interface CancelDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

/** Asks before an import is canceled. */
export function CancelDialog({ open, onOpenChange, onConfirm }: CancelDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={messages.cancelTitle}
      confirmLabel={messages.cancelImport}
      cancelLabel={messages.continueImport}
      onConfirm={() => {
        onOpenChange(false);
        onConfirm();
      }}
    >
      {messages.cancelEffect}
    </ConfirmDialog>
  );
}

/** Asks before the user leaves the page while an import is active. */
export function LeaveDialog({ isActive }: { isActive: boolean }) {
  const guard = useLeaveGuard(isActive);
  return (
    <ConfirmDialog
      open={guard.isAsking}
      onOpenChange={guard.stay}
      title={messages.leaveTitle}
      confirmLabel={messages.leave}
      onConfirm={guard.leave}
    >
      {messages.leaveEffect}
    </ConfirmDialog>
  );
}
