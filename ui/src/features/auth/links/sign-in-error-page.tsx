import { useQuery } from '@tanstack/react-query';
import { CircleAlert, MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/controls/button';
import { workspaceQuery } from '@/lib/auth/session';
import { AuthLayout } from '../sign-in/layout/auth-layout';
import { getLinkErrorCause } from './link-error-cause';
import { linkMessages as messages } from './link-messages';
import { LinkNotice } from './link-notice';

/** The server's code for the first of the two links of an email change, which is no error. */
const pendingCode = 'email_change_pending';

export interface SignInErrorPageProps {
  /** The code of the server or of the auth service. */
  code: string;
}

/** Shows why a sign-in by link or provider failed, and the next step. */
export function SignInErrorPage({ code }: SignInErrorPageProps) {
  // A user can be signed in, for whom e.g. a provider could not be connected.
  const isSignedIn = Boolean(useQuery(workspaceQuery()).data?.user);
  const isPending = code === pendingCode;
  const cause = getLinkErrorCause(code);
  const { continue: _, ...pendingText } = messages.confirmOther;
  const text = isPending ? pendingText : messages.errors[cause];
  useEffect(() => {
    document.title = text.title;
  }, [text.title]);
  return (
    <AuthLayout footer={code && !isPending && messages.code(code)}>
      <LinkNotice
        icon={isPending ? <MailCheck aria-hidden /> : <CircleAlert aria-hidden />}
        tone={isPending ? 'accent' : 'danger'}
        role={isPending ? 'status' : 'alert'}
        {...text}
      >
        {isSignedIn ? (
          <>
            <Button variant="primary" size="lg" onClick={() => window.location.assign('/')}>
              {messages.toWorkspace}
            </Button>
            <Button size="lg" onClick={() => window.location.assign('/account')}>
              {messages.toAccount}
            </Button>
          </>
        ) : (
          <Button variant="primary" size="lg" onClick={() => window.location.assign('/')}>
            {messages.signInAgain}
          </Button>
        )}
      </LinkNotice>
    </AuthLayout>
  );
}
