import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { User, Workspace } from '@/lib/api.gen';
import styles from './sign-in-dialog.module.css';
import { SignInForm } from './sign-in-form';

export interface SignInDialogProps {
  workspace: Workspace;
  /** Who was signed in. */
  user: User;
  open: boolean;
}

/** Asks to sign in again over the page, which stays as it was. */
export function SignInDialog({ workspace, user, open }: SignInDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={() => {}}
      locked
      title="Sign in again"
      description={
        <>
          The session of <b>{user.email}</b> has ended. What you were doing is kept under this.
        </>
      }
    >
      <div className={styles.form}>
        <SignInForm workspace={{ ...workspace, demoAccounts: [] }} previousUser={user} />
        <Button variant="ghost" size="sm" onClick={() => window.location.assign('/')}>
          Leave, and sign in as somebody else
        </Button>
      </div>
    </Dialog>
  );
}
