import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { PageError } from '@/app/pages/page-error';
import { SessionGate } from '@/app/session/session-gate';
import { LazySignedInApp } from '@/app/start/preload-page';
import { Splash } from '@/app/start/splash';
import { ErrorBoundary } from '@/components/feedback/errors/error-boundary';
import { LoadErrorNotice } from '@/components/feedback/errors/load-error';
import { LinkGate } from '@/features/auth/links/link-gate';
import { LoadErrorContext } from '@/lib/browser/loading/load-boundary';
import { Providers } from './providers';

/** The app: the sign-in page, or the signed-in app once its code and the session are loaded. */
export function App({ client }: { client: QueryClient }) {
  return (
    <Providers client={client}>
      <ErrorBoundary fallback={(error, retry) => <PageError error={error} onRetry={retry} />}>
        <LoadErrorContext value={LoadErrorNotice}>
          <LinkGate link={globalThis.tablesideAuthLink}>
            <Suspense fallback={<Splash />}>
              <SessionGate>
                <LazySignedInApp />
              </SessionGate>
            </Suspense>
          </LinkGate>
        </LoadErrorContext>
      </ErrorBoundary>
    </Providers>
  );
}
