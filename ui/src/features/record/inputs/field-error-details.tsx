import { Link } from 'wouter';
import { ErrorDetails } from '@/components/feedback/errors/error-details';
import { Popover } from '@/components/overlays/popover';
import type { ApiError } from '@/lib/api';
import type { ErrorText } from '@/lib/errors/error-texts';
import { recordMessages } from '../record-messages';
import styles from './field-error-details.module.css';

const messages = recordMessages.fields;

export interface FieldErrorDetailsProps {
  error: ApiError;
  text: ErrorText;
}

/** The error of a field: why the database rejected the value, the next step, and the original error in a popover. */
export function FieldErrorDetails({ error, text: { sentence, nextStep, link } }: FieldErrorDetailsProps) {
  return (
    <>
      {sentence} {nextStep}{' '}
      <span className={styles.more}>
        {link && <Link href={link.href}>{link.label}</Link>}
        <Popover
          className={styles.facts}
          aria-label={messages.errorDetails}
          trigger={<button type="button">{messages.errorDetails}</button>}
        >
          <ErrorDetails error={error} />
        </Popover>
      </span>
    </>
  );
}
