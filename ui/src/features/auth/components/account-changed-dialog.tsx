import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { User } from '@/lib/api.gen';

export interface AccountChangedDialogProps {
  /** Whose page this is. */
  pageUser: User;
  /** Who is signed in by now, when that is somebody else. */
  sessionUser: User | null;
}

/** Another tab signed in as somebody else; this page can't go on as the one before. */
export function AccountChangedDialog({ pageUser, sessionUser }: AccountChangedDialogProps) {
  return (
    <Dialog
      open={sessionUser !== null}
      onOpenChange={() => {}}
      locked
      title="Somebody else is signed in now"
      description={
        <>
          In another tab, <b>{sessionUser?.name}</b> signed in. This page was opened by <b>{pageUser.name}</b>
          , and changes nothing until it is clear who is at work.
        </>
      }
      footer={
        <Button variant="primary" onClick={() => window.location.reload()}>
          Go on as {sessionUser?.name}
        </Button>
      }
    />
  );
}
