import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { ErrorBoundary } from '@/components/feedback/error-boundary';
import { LinkGate } from '@/features/auth/links/link-gate';
import { usePreloadable } from '@/lib/browser/lazy-loading';
import { PageError } from './page-error';
import { preloadableSignedInApp } from './preload-page';
import { Providers } from './providers';
import { SessionGate } from './session-gate';
import { Splash } from './splash';

/** The whole app. */
export function App({ client }: { client: QueryClient }) {
  const SignedInApp = usePreloadable(preloadableSignedInApp);
  return (
    <Providers client={client}>
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
