import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '@/components/feedback/error-boundary';
import { LinkGate } from '@/features/auth/links/link-gate';
import { loadSignedInApp } from './load-code';
import { PageError } from './page-error';
import { Providers } from './providers';
import { SessionGate } from './session-gate';
import { Splash } from './splash';

const SignedInApp = lazy(async () => ({ default: (await loadSignedInApp()).SignedInApp }));

/** The app: the sign-in page, or the signed-in app once its code and the session are loaded. */
export function App() {
  return (
    <Providers>
      <ErrorBoundary fallback={(error, retry) => <PageError error={error} onRetry={retry} />}>
        <LinkGate link={globalThis.tablesideAuthLink}>
          <Suspense fallback={<Splash />}>
            <SessionGate>
              <SignedInApp />
            </SessionGate>
          </Suspense>
        </LinkGate>
      </ErrorBoundary>
    </Providers>
  );
}
