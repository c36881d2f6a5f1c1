import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/error-notice';
import styles from './pages.module.css';

export interface PageErrorProps {
  error: unknown;
  onRetry: () => void;
}

/** A page that broke, or whose code could not be fetched: after an update of the server its name has changed. */
export function PageError({ error, onRetry }: PageErrorProps) {
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
