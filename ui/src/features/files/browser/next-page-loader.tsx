import { useRef } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { useInView } from '@/lib/display/use-in-view';
import { filesMessages } from '../files-messages';
import styles from './next-page-loader.module.css';

/** Distance below the visible part at which the next page is loaded. */
const preloadMargin = '600px';

export interface NextPageState {
  hasNext: boolean;
  isLoading: boolean;
  /** Why the next page could not be loaded; null if it could. */
  error: unknown;
  load: () => void;
}

/** Marks the end of the loaded entries and loads the next page when the user scrolls near it. */
export function NextPageLoader({ hasNext, isLoading, error, load }: NextPageState) {
  const end = useRef<HTMLDivElement>(null);
  useInView(end, load, { margin: preloadMargin, enabled: hasNext && !isLoading && error === null });
  if (!hasNext) return null;
  return (
    <div ref={end} className={styles.sentinel}>
      {error !== null ? (
        <ErrorNotice error={error} onRetry={load} retrying={isLoading} />
      ) : (
        isLoading && <Spinner label={filesMessages.browser.loadingMore} />
      )}
    </div>
  );
}
