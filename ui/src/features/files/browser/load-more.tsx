import { useEffect, useEffectEvent, useRef } from 'react';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import styles from './load-more.module.css';

export interface More {
  has: boolean;
  loading: boolean;
  error: unknown;
  load: () => void;
}

/** The end of what is loaded: asks for the next page when it comes near. */
export function LoadMore({ has, loading, error, load }: More) {
  const end = useRef<HTMLDivElement>(null);
  const wanted = has && !loading && error === null;
  const next = useEffectEvent(load);
  useEffect(() => {
    if (!wanted || !end.current) return;
    const observer = new IntersectionObserver(([change]) => change?.isIntersecting && next(), {
      rootMargin: '600px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [wanted]);
  if (!has) return null;
  return (
    <div ref={end} className={styles.end}>
      {error !== null ? (
        <ErrorNotice error={error} onRetry={load} retrying={loading} />
      ) : (
        <Spinner label="Loading more files" />
      )}
    </div>
  );
}
