import { useEffect, useEffectEvent, useRef } from 'react';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import styles from './next-page-loader.module.css';

export interface NextPageState {
  hasNext: boolean;
  isLoading: boolean;
  error: unknown;
  load: () => void;
}

/** The end of what is loaded: asks for the next page when it comes near. */
export function NextPageLoader({ hasNext, isLoading, error, load }: NextPageState) {
  const end = useRef<HTMLDivElement>(null);
  const wanted = hasNext && !isLoading && error === null;
  const next = useEffectEvent(load);
  useEffect(() => {
    if (!wanted || !end.current) return;
    const observer = new IntersectionObserver(([change]) => change?.isIntersecting && next(), {
      rootMargin: '600px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [wanted]);
  if (!hasNext) return null;
  return (
    <div ref={end} className={styles.sentinel}>
      {error !== null ? (
        <ErrorNotice error={error} onRetry={load} retrying={isLoading} />
      ) : (
        <Spinner label="Loading more files" />
      )}
    </div>
  );
}
