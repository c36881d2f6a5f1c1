import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { ErrorBoundary } from '@/components/error-boundary';
import { ErrorNotice } from '@/components/error-notice';
import { Spinner } from '@/components/spinner';
import { parseRoute } from '@/lib/routes';
import { Home } from './home';
import { NotFound } from './not-found';
import styles from './pages.module.css';

const TablePage = lazy(async () => ({ default: (await import('@/features/rows')).TablePage }));
const FilesPage = lazy(async () => ({ default: (await import('@/features/files')).FilesPage }));
const AccountPage = lazy(async () => ({ default: (await import('@/features/auth')).AccountPage }));

/** The page that the address names. */
export function Pages() {
  const [location] = useLocation();
  return (
    <ErrorBoundary
      resetKey={location}
      fallback={(error, retry) => <PageFailed error={error} onRetry={retry} />}
    >
      <Suspense fallback={<Spinner label="Loading the page" className={styles.spinner} size={20} />}>
        <Page path={location} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Page({ path }: { path: string }) {
  const route = parseRoute(path);
  switch (route.page) {
    case 'home':
      return <Home />;
    case 'table':
      return <TablePage key={`${route.schema}.${route.table}`} schema={route.schema} table={route.table} />;
    case 'files':
      return <FilesPage key={route.bucket} bucket={route.bucket} prefix={route.prefix} />;
    case 'account':
      return <AccountPage />;
    case 'unknown':
      return <NotFound />;
  }
}

/** A page that broke, or whose code could not be fetched: after an update of the server its name has changed. */
function PageFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (/dynamically imported module|module script/i.test(String(error))) {
    return (
      <EmptyState
        title="This page could not be loaded"
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Load anew
          </Button>
        }
      >
        Tableside was probably updated since you opened it.
      </EmptyState>
    );
  }
  return (
    <div className={styles.failed}>
      <ErrorNotice error={error} onRetry={onRetry} />
    </div>
  );
}
