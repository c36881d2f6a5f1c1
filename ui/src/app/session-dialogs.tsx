import { AccountChangedDialog } from '@/features/auth/account/account-changed-dialog';
import { SignInDialog } from '@/features/auth/sign-in/sign-in-dialog';
import type { User, Workspace } from '@/lib/api.gen';
import { MotionProvider } from './motion-provider';

export interface SessionDialogsProps {
  workspace: Workspace;
  /** The user that this page belongs to. */
  pageUser: User;
  /** The user of the current session; null if it has ended. */
  sessionUser: User | null;
}

/** The dialogs over a page whose session has ended or belongs to a different user. */
export function SessionDialogs({ workspace, pageUser, sessionUser }: SessionDialogsProps) {
  const isOtherUser = sessionUser !== null && sessionUser.id !== pageUser.id;
  return (
    <MotionProvider>
      <SignInDialog workspace={workspace} user={pageUser} open={sessionUser === null} />
      <AccountChangedDialog pageUser={pageUser} sessionUser={isOtherUser ? sessionUser : null} />
    </MotionProvider>
  );
}
