import type { ReactNode } from 'react';
import { formatPlural } from '@/lib/text/format';

/** The texts about the session of an open page. A translation is one more file that satisfies `typeof sessionMessages`. */
export const sessionMessages = {
  expired: {
    title: 'Sign in again',
    description: (email: ReactNode) => (
      <>The session of {email} has expired. Your work on this page is safe.</>
    ),
    guestDescription: 'Your guest session has expired. It can’t be opened again.',
    switchAccount: 'Use a different account',
    startOver: 'Start over',
    waiting: 'Finish signing in in the other window.',
    openAgain: 'Open the window again',
  },
  locked: {
    documentTitle: 'Locked',
    title: 'Locked',
    description: (minutes: number, email: ReactNode) => (
      <>
        Nobody used this page for {formatPlural(minutes, 'minute')}. Sign in as {email} to continue where you
        stopped.
      </>
    ),
  },
  changed: {
    title: 'A different account is now signed in',
    description: (sessionUser: ReactNode, pageUser: ReactNode) => (
      <>
        {sessionUser} signed in in another tab. This page belongs to {pageUser} and is paused.
      </>
    ),
    viewEnded: {
      title: 'View as another user has ended',
      description: (pageUser: ReactNode) => (
        <>You’re no longer viewing the workspace as {pageUser}. Continue with your own account.</>
      ),
    },
    viewStarted: {
      title: 'You’re now viewing as another user',
      description: (sessionUser: ReactNode, pageUser: ReactNode) => (
        <>
          You view the workspace as {sessionUser} in another tab. This page belongs to {pageUser} and is
          paused.
        </>
      ),
    },
    guest: 'Guest',
    continueAs: (name: string) => `Continue as ${name}`,
  },
  windowDone: {
    title: 'You’re signed in',
    hint: 'Close this window to return to your work.',
    close: 'Close window',
    home: 'Open the workspace here',
  },
};
