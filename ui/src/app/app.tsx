import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '@/components/feedback/error-boundary';
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
        <SessionGate>
          <Suspense fallback={<Splash />}>
            <SignedInApp />
          </Suspense>
        </SessionGate>
      </ErrorBoundary>
    </Providers>
  );
}
