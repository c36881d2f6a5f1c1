import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { User } from '@/lib/api.gen';
import { sessionMessages } from './session-messages';

const messages = sessionMessages.changed;

export interface AccountChangedDialogProps {
  /** The user who opened this page. */
  pageUser: User;
  /** The user who is signed in now, if not the page's user; null closes the dialog. */
  sessionUser: User | null;
}

/** Blocks the page after a different user signed in in another tab, until it reloads for that user. */
export function AccountChangedDialog({ pageUser, sessionUser }: AccountChangedDialogProps) {
  return (
    <Dialog
      open={sessionUser !== null}
      onOpenChange={() => {}}
      locked
      title={messages.title}
      description={messages.description(<b>{sessionUser?.name}</b>, <b>{pageUser.name}</b>)}
      footer={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {messages.continueAs(sessionUser?.name ?? '')}
        </Button>
      }
    />
  );
}
