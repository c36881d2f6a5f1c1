import { appMessages as messages } from '@/app/app-messages';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import styles from './pages.module.css';

export interface PageErrorProps {
  error: unknown;
  onRetry: () => void;
}

/** Shown for a page that failed to render, or whose code couldn't be loaded because an update of the server renamed the files. */
export function PageError({ error, onRetry }: PageErrorProps) {
  if (/dynamically imported module|module script/i.test(String(error))) {
    return (
      <EmptyState
        title={messages.pageNotLoaded}
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            {messages.reload}
          </Button>
        }
      >
        {navigator.onLine ? messages.pageNotLoadedHint : messages.pageOffline}
      </EmptyState>
    );
  }
  return (
    <div className={styles.failed}>
      <ErrorNotice error={error} onRetry={onRetry} />
    </div>
  );
}
