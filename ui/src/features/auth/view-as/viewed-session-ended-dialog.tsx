import { useSyncExternalStore } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Dialog } from '@/components/overlays/dialog';
import type { User } from '@/lib/api.gen';
import { isAppLocked, onLockChange } from '@/lib/auth/idle-lock';
import { useEndViewAs } from './view-as-api';
import { viewAsMessages } from './view-as-messages';

const messages = viewAsMessages.sessionEnded;

export interface ViewedSessionEndedDialogProps {
  /** The user as whom the workspace was viewed. */
  user: User;
  open: boolean;
}

/**
 * Leads from a page that was viewed as another user to the viewer's own account, or to the sign-in page if that session
 * has ended too. The lock of an idle page ends both sessions.
 */
export function ViewedSessionEndedDialog({ user, open }: ViewedSessionEndedDialogProps) {
  const isLocked = useSyncExternalStore(onLockChange, isAppLocked);
  const end = useEndViewAs();
  const name = user.name || user.email;
  return (
    <Dialog
      open={open}
      onOpenChange={() => {}}
      locked
      aboveLock
      title={isLocked ? messages.lockedTitle : messages.title}
      description={isLocked ? messages.locked(name) : messages.description(name)}
      footer={
        <Button
          variant="primary"
          pending={end.isPending}
          onClick={() => (isLocked ? window.location.assign('/') : end.mutate())}
        >
          {isLocked ? messages.signIn : messages.continue}
        </Button>
      }
    >
      {end.isError && <ErrorNotice error={end.error} title={viewAsMessages.ended} />}
    </Dialog>
  );
}
