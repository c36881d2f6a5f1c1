import { useLocation } from 'wouter';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import { hrefs } from '@/lib/routes';
import { changesMessages } from './changes-messages';
import type { SignOutDialogProps } from './sign-out-dialog';

const messages = changesMessages.guestSignOut;

/** Asks before a guest signs out, because nobody can sign in as that user again. */
export function GuestSignOutDialog({ open, onDecide }: SignOutDialogProps) {
  const [, navigate] = useLocation();
  const createAccount = () => {
    onDecide(false);
    navigate(hrefs.account());
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onDecide(false)}
      role="alertdialog"
      title={messages.title}
      description={<p>{messages.hint}</p>}
      footer={
        <>
          <Button onClick={() => onDecide(false)}>{messages.stay}</Button>
          <Button variant="danger" onClick={() => onDecide(true)}>
            {messages.signOut}
          </Button>
          <Button variant="primary" onClick={createAccount}>
            {messages.createAccount}
          </Button>
        </>
      }
    />
  );
}
