import { useQuery } from '@tanstack/react-query';
import { CircleAlert, MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/controls/button';
import { workspaceQuery } from '@/lib/auth/session';
import { AuthLayout } from '../sign-in/layout/auth-layout';
import { getLinkErrorCause } from './link-error-cause';
import { type LinkErrorText, linkMessages as messages } from './link-messages';
import { LinkNotice } from './link-notice';

const { continue: _, ...confirmOther } = messages.confirmOther;

/** The texts for codes of links that have confirmed an address without a sign-in, which is no error. */
const confirmations = new Map<string, LinkErrorText>([
  ['email_change_pending', confirmOther],
  ['sign_up_confirmed', messages.signUpConfirmed],
]);

export interface SignInErrorPageProps {
  /** The code of the server or of the auth service. */
  code: string;
}

/** Shows why a sign-in by link or provider failed, and the next step. */
export function SignInErrorPage({ code }: SignInErrorPageProps) {
  // A user can be signed in, for whom e.g. a provider could not be connected.
  const isSignedIn = Boolean(useQuery(workspaceQuery()).data?.user);
  const confirmation = confirmations.get(code);
  const text = confirmation ?? messages.errors[getLinkErrorCause(code)];
  useEffect(() => {
    document.title = text.title;
  }, [text.title]);
  return (
    <AuthLayout footer={code && !confirmation && messages.code(code)}>
      <LinkNotice
        icon={confirmation ? <MailCheck aria-hidden /> : <CircleAlert aria-hidden />}
        tone={confirmation ? 'accent' : 'danger'}
        role={confirmation ? 'status' : 'alert'}
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
