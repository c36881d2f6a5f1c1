import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { Spinner } from '@/components/feedback/spinner';
import type { AuthLinkResult } from '@/lib/auth/auth-link';
import { unlockApp } from '@/lib/auth/idle-lock';
import { announceSession } from '@/lib/auth/session-channel';
import { forgetSkippedSecondFactor } from '@/lib/auth/skipped-second-factor';
import { hrefs } from '@/lib/routes';
import { getCurrentPath } from '../providers/open-provider';
import { AuthLayout } from '../sign-in/layout/auth-layout';
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
  const [result, setResult] = useState<ShownResult>();
  const finish = useCallback((next: AuthLinkResult) => {
    if (next.kind === 'signed-in') openTarget(next.type);
    else setResult(next);
  }, []);
  useEffect(() => {
    let isRemoved = false;
    link?.then((next) => {
      if (!isRemoved) finish(next);
    });
    return () => {
      isRemoved = true;
    };
  }, [link, finish]);
  if (!link) return children;
  if (!result) return <Pending />;
  return (
    <Suspense fallback={<Pending />}>
      <LinkResultPage
        result={result}
        onContinue={() => leave(getCurrentPath())}
        onSwitch={async (switchUser) => finish(await switchUser())}
      />
    </Suspense>
  );
}

/** Opens the page to which a link of this type leads. */
function openTarget(type: string): void {
  unlockApp();
  forgetSkippedSecondFactor();
  announceSession({ kind: 'changed' });
  leave(targets[type] ?? getCurrentPath());
}

/**
 * Loads the app as a new document. In this document, scripts can still read the address with which it was opened: it is the
 * name of a performance entry, which can't be removed.
 */
function leave(path: string): void {
  window.location.replace(path);
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
