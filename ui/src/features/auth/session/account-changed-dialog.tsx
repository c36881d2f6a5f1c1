import { useEffect } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { User, ViewAs } from '@/lib/api.gen';
import { sessionMessages } from './session-messages';

const messages = sessionMessages.changed;

/** Why the session has another user: a sign-in, or another user is viewed, or no longer viewed. */
type AccountChange = 'signIn' | 'viewStarted' | 'viewEnded';

/** Returns why the session has another user than the page. `page`: whether the page's user is viewed by another one. */
export function getAccountChange(
  pageUser: User,
  page: ViewAs,
  sessionUser: User | null,
  session: ViewAs,
): AccountChange {
  const ownId = page.status === 'active' ? page.byId : pageUser.id;
  if (session.status === 'active')
    return session.byId === ownId && sessionUser?.id !== pageUser.id ? 'viewStarted' : 'signIn';
  return page.status === 'active' && sessionUser?.id === ownId ? 'viewEnded' : 'signIn';
}

export interface AccountChangedDialogProps {
  /** The user who opened this page. */
  pageUser: User;
  /** The user who is signed in now, if not the page's user; null closes the dialog. */
  sessionUser: User | null;
  change: AccountChange;
}

/** Hides the page after the user of the session changed in another tab, until it reloads for that user. */
export function AccountChangedDialog({ pageUser, sessionUser, change }: AccountChangedDialogProps) {
  const isOpen = sessionUser !== null;
  const { title } = change === 'signIn' ? messages : messages[change];
  useHiddenPage(isOpen, title);
  const name = sessionUser?.name || messages.guest;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => {}}
      locked
      aboveLock
      title={title}
      description={describeChange(change, name, pageUser.name || messages.guest)}
      footer={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {messages.continueAs(name)}
        </Button>
      }
    />
  );
}

function describeChange(change: AccountChange, sessionName: string, pageName: string) {
  const sessionUser = <b dir="auto">{sessionName}</b>;
  const pageUser = <b dir="auto">{pageName}</b>;
  if (change === 'viewEnded') return messages.viewEnded.description(pageUser);
  const { description } = change === 'viewStarted' ? messages.viewStarted : messages;
  return description(sessionUser, pageUser);
}

/** Hides everything but the dialog (base.css), and the page's title, which can contain data too. */
function useHiddenPage(isHidden: boolean, title: string) {
  useEffect(() => {
    if (!isHidden) return;
    const previousTitle = document.title;
    document.title = title;
    document.documentElement.toggleAttribute('data-paused', true);
    return () => {
      document.title = previousTitle;
      document.documentElement.toggleAttribute('data-paused', false);
    };
  }, [isHidden, title]);
}
