import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { announceSession } from '@/lib/auth/session-channel';
import { sessionMessages } from './session-messages';

const messages = sessionMessages.windowDone;

/** The end of a sign-in in a window of its own: reports it to the page that waits, and closes the window. */
export function SignedInPage() {
  useEffect(() => {
    document.title = messages.title;
    announceSession({ kind: 'changed' });
    window.close();
  }, []);
  return (
    <main>
      <EmptyState
        icon={<CircleCheck aria-hidden />}
        title={messages.title}
        action={
          <>
            <Button variant="primary" onClick={() => window.close()}>
              {messages.close}
            </Button>
            <Button onClick={() => window.location.assign('/')}>{messages.home}</Button>
          </>
        }
      >
        {messages.hint}
      </EmptyState>
    </main>
  );
}
