import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Spinner } from '@/components/feedback/spinner';
import type { AuthLinkResult } from '@/lib/auth-link';
import { unlockApp } from '@/lib/idle-lock';
import { hrefs } from '@/lib/routes';
import { announceSession } from '@/lib/session-channel';
import { forgetSkippedSecondFactor } from '@/lib/skipped-second-factor';
import { AuthLayout } from '../sign-in/auth-layout';
import { signInMessages } from '../sign-in/sign-in-messages';
import type { ShownResult } from './link-result-page';

const LinkResultPage = lazy(async () => ({ default: (await import('./auth-pages')).LinkResultPage }));

export interface LinkGateProps {
  /** The result of the link with which the page was opened; undefined if it was opened without one. */
  link: Promise<AuthLinkResult> | undefined;
  children: ReactNode;
}

/** Shows the app after the link of a mail has signed in the user, or the link's problem. */
export function LinkGate({ link, children }: LinkGateProps) {
  const [result, setResult] = useState<ShownResult | 'pending' | 'done'>(link ? 'pending' : 'done');
  useEffect(() => {
    let isRemoved = false;
    link?.then((next) => {
      if (!isRemoved) setResult(finish(next));
    });
    return () => {
      isRemoved = true;
    };
  }, [link]);
  if (result === 'done') return children;
  if (result === 'pending') return <Pending />;
  return (
    <Suspense fallback={<Pending />}>
      <LinkResultPage
        result={result}
        onContinue={() => setResult('done')}
        onReplace={async (replace) => setResult(finish(await replace()))}
      />
    </Suspense>
  );
}

/** Opens the page to which a link of this type leads. */
function finish(result: AuthLinkResult): ShownResult | 'done' {
  if (result.kind !== 'signed-in') return result;
  unlockApp();
  forgetSkippedSecondFactor();
  announceSession({ kind: 'changed' });
  const target = targets[result.type];
  if (target) window.history.replaceState(null, '', target);
  return 'done';
}

/** An invited user and one who forgot the password set a password. */
const targets: Record<string, string> = {
  recovery: hrefs.setPassword(),
  invite: hrefs.setPassword(),
  email_change: hrefs.account(),
};

function Pending() {
  return (
    <AuthLayout>
      <Spinner size={24} label={signInMessages.openingLink} />
    </AuthLayout>
  );
}
