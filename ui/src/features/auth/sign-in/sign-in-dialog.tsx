import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { User, Workspace } from '@/lib/api.gen';
import { authMessages } from '../auth-messages';
import styles from './sign-in-dialog.module.css';
import { SignInForm } from './sign-in-form';

const messages = authMessages.sessionExpired;

export interface SignInDialogProps {
  workspace: Workspace;
  /** The user whose session expired. */
  user: User;
  open: boolean;
}

/** Asks to sign in again above the page, whose state does not change. */
export function SignInDialog({ workspace, user, open }: SignInDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={() => {}}
      locked
      title={messages.title}
      description={messages.description(<b>{user.email}</b>)}
    >
      <div className={styles.form}>
        <SignInForm workspace={{ ...workspace, demoAccounts: [] }} previousUser={user} />
        <Button variant="ghost" size="sm" onClick={() => window.location.assign('/')}>
          {messages.switchAccount}
        </Button>
      </div>
    </Dialog>
  );
}
