import { CircleAlert, CloudOff, RotateCw } from 'lucide-react';
import type { ComponentProps } from 'react';
import { toApiError } from '@/lib/api';
import { cx } from '@/lib/cx';
import { Button } from './button';
import styles from './error-notice.module.css';

export interface ErrorNoticeProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** Anything thrown; an ApiError brings its own sentence. */
  error: unknown;
  /** Says what was tried, where the error's own sentence doesn't. */
  title?: string;
  /** Stands in for the error's own sentence, which Details keep. */
  sentence?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
}

/** A failure: the sentence, what to do about it, and the raw four one click away. */
export function ErrorNotice(props: ErrorNoticeProps) {
  const { error, title, sentence, onRetry, retrying = false, className, ...rest } = props;
  const { code, message, details, hint, requestId } = toApiError(error);
  const noNetwork = code === 'offline' || code === 'unreachable';
  const facts = [
    ['Code', code],
    ['Message', message],
    ['Details', details],
    ['Hint', hint],
    ['Request', requestId],
  ].filter(([, value]) => value !== '');
  return (
    <div
      role="alert"
      className={cx(styles.notice, className)}
      data-tone={noNetwork || code === 'not_signed_in' ? 'quiet' : 'danger'}
      {...rest}
    >
      {noNetwork ? <CloudOff size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
      <div className={styles.body}>
        <p className={styles.message}>{title ?? sentence ?? message}</p>
        {title && <p>{sentence ?? message}</p>}
        {hint && !sentence && <p>{hint}</p>}
        <details className={styles.details}>
          <summary>Details</summary>
          <dl>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
        {onRetry && (
          <Button
            size="sm"
            className={styles.retry}
            onClick={onRetry}
            pending={retrying}
            icon={<RotateCw aria-hidden />}
          >
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
