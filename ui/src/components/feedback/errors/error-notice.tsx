import { CircleAlert, CloudOff, RotateCw } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { componentsMessages } from '@/components/components-messages';
import { Button } from '@/components/controls/button';
import { toApiError } from '@/lib/api';
import { useErrorText } from '@/lib/errors/error-text-context';
import type { ErrorText } from '@/lib/errors/error-texts';
import { cx } from '@/lib/text/cx';
import { ErrorDetails } from './error-details';
import styles from './error-notice.module.css';

const messages = componentsMessages.error;

export interface ErrorNoticeProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** The thrown value. */
  error: unknown;
  /** The failed action, shown before the error's text. */
  title?: string;
  /** A more specific text than useErrorText returns. */
  text?: ErrorText | undefined;
  onRetry?: () => void;
  retrying?: boolean;
}

/** Shows an error: its text, the next step, a retry button, and the details on demand. */
export function ErrorNotice(props: ErrorNoticeProps) {
  const { error, title, text, onRetry, retrying = false, className, ...rest } = props;
  const explain = useErrorText();
  const { code } = toApiError(error);
  const { sentence, nextStep, link } = text ?? explain(error);
  const noNetwork = code === 'offline' || code === 'unreachable';
  return (
    <div
      role="alert"
      className={cx(styles.notice, className)}
      data-tone={noNetwork || code === 'not_signed_in' ? 'quiet' : 'danger'}
      {...rest}
    >
      {noNetwork ? <CloudOff size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
      <div className={styles.body}>
        <p className={styles.message}>{title ?? sentence}</p>
        {title && <p>{sentence}</p>}
        {(nextStep || link) && (
          <p>
            {nextStep} {link && <Link href={link.href}>{link.label}</Link>}
          </p>
        )}
        <details className={styles.details}>
          <summary>{messages.details}</summary>
          <ErrorDetails error={error} />
        </details>
        {onRetry && (
          <Button
            size="sm"
            className={styles.retry}
            onClick={onRetry}
            pending={retrying}
            icon={<RotateCw aria-hidden />}
          >
            {messages.retry}
          </Button>
        )}
      </div>
    </div>
  );
}
