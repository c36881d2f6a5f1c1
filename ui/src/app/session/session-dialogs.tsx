import { useEffect, useState } from 'react';
import { SignedInProviders } from '@/app/signed-in-providers';
import { SecondFactorDialog } from '@/features/auth/second-factor/second-factor-dialog';
import { AccountChangedDialog, getAccountChange } from '@/features/auth/session/account-changed-dialog';
import { SignInDialog } from '@/features/auth/session/sign-in-dialog';
import { ViewedSessionEndedDialog } from '@/features/auth/view-as/viewed-session-ended-dialog';
import type { User, ViewAs, Workspace } from '@/lib/api.gen';

export interface SessionDialogsProps {
  workspace: Workspace;
  /** The user that this page belongs to. */
  pageUser: User;
  /** The user of the current session; null if it has ended. */
  sessionUser: User | null;
  /** Whether the current session is not of the page: of another user, or of one who views the workspace as the page's user. */
  isOtherUser: boolean;
  /** Whether another user views the workspace as the page's user, and who. */
  pageViewAs: ViewAs;
  mustEnrol: boolean;
  /** Whether the user who signed in again must enter the second factor. */
  isSecondFactorOpen: boolean;
  /** Whether a part of the page asked for the second factor. */
  isPromptRequested: boolean;
  onPromptClose: () => void;
}

/** The dialogs over a page whose session has ended, belongs to a different user, or needs a second factor. */
export function SessionDialogs(props: SessionDialogsProps) {
  const {
    workspace,
    pageUser,
    sessionUser,
    isOtherUser,
    pageViewAs,
    mustEnrol,
    isSecondFactorOpen,
    isPromptRequested,
    onPromptClose,
  } = props;
  // The user can close the dialog for this page load if the workspace doesn't require the second factor.
  const [isClosed, setClosed] = useState(false);
  const isRequired = workspace.signIn.requireMfa;
  const isOpen = isPromptRequested || (isSecondFactorOpen && (isRequired || !isClosed));
  const close = () => {
    onPromptClose();
    setClosed(true);
  };
  const isDone = sessionUser?.aal === 'aal2';
  useEffect(() => {
    if (isDone) onPromptClose();
  }, [isDone, onPromptClose]);
  return (
    <SignedInProviders>
      {pageViewAs.status === 'active' ? (
        <ViewedSessionEndedDialog user={pageUser} open={sessionUser === null} />
      ) : (
        <SignInDialog workspace={workspace} user={pageUser} open={sessionUser === null} />
      )}
      <AccountChangedDialog
        pageUser={pageUser}
        sessionUser={isOtherUser ? sessionUser : null}
        change={getAccountChange(pageUser, pageViewAs, sessionUser, workspace.viewAs)}
      />
      <SecondFactorDialog
        open={isOpen && sessionUser?.aal === 'aal1' && !isOtherUser}
        mustEnrol={mustEnrol}
        locked={isRequired && !isPromptRequested}
        onClose={close}
      />
    </SignedInProviders>
  );
}
