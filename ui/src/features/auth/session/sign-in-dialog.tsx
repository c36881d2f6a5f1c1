import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { User, Workspace } from '@/lib/api.gen';
import { isAppLocked, onLockChange } from '@/lib/auth/idle-lock';
import { SignInForm } from '../sign-in/sign-in-form';
import { sessionMessages } from './session-messages';
import styles from './sign-in-dialog.module.css';

const { expired, locked } = sessionMessages;

export interface SignInDialogProps {
  workspace: Workspace;
  /** The user whose session expired. */
  user: User;
  open: boolean;
}

/** Asks to sign in again above the page, whose state does not change. The page is hidden if it was locked. */
export function SignInDialog({ workspace, user, open }: SignInDialogProps) {
  const isLocked = useSyncExternalStore(onLockChange, isAppLocked);
  useLockedTitle(isLocked);
  const name = <b dir="auto">{user.email}</b>;
  const getDescription = () => {
    if (user.isAnonymous) return expired.guestDescription;
    return isLocked ? locked.description(workspace.signIn.lockMinutes, name) : expired.description(name);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={() => {}}
      locked
      title={isLocked ? locked.title : expired.title}
      description={getDescription()}
      aboveLock
    >
      <div className={styles.form}>
        {!user.isAnonymous && (
          <SignInForm workspace={{ ...workspace, demoAccounts: [] }} previousUser={user} />
        )}
        <Button
          variant={user.isAnonymous ? 'primary' : 'ghost'}
          size="sm"
          onClick={() => window.location.assign('/')}
        >
          {user.isAnonymous ? expired.startOver : expired.switchAccount}
        </Button>
      </div>
    </Dialog>
  );
}

/** The title of a page can contain data too. */
function useLockedTitle(isLocked: boolean) {
  useEffect(() => {
    if (!isLocked) return;
    const { title } = document;
    document.title = locked.documentTitle;
    return () => {
      document.title = title;
    };
  }, [isLocked]);
}
