import { useEffect } from 'react';
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

/** Hides the page after a different user signed in in another tab, until it reloads for that user. */
export function AccountChangedDialog({ pageUser, sessionUser }: AccountChangedDialogProps) {
  const isOpen = sessionUser !== null;
  useHiddenPage(isOpen);
  const name = sessionUser?.name || messages.guest;
  const pageName = pageUser.name || messages.guest;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => {}}
      locked
      aboveLock
      title={messages.title}
      description={messages.description(<b dir="auto">{name}</b>, <b dir="auto">{pageName}</b>)}
      footer={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {messages.continueAs(name)}
        </Button>
      }
    />
  );
}

/** Hides everything but the dialog (base.css), and the page's title, which can contain data too. */
function useHiddenPage(isHidden: boolean) {
  useEffect(() => {
    if (!isHidden) return;
    const { title } = document;
    document.title = messages.title;
    document.documentElement.toggleAttribute('data-paused', true);
    return () => {
      document.title = title;
      document.documentElement.toggleAttribute('data-paused', false);
    };
  }, [isHidden]);
}
