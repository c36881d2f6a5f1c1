import { Link } from 'wouter';
import { ErrorDetails } from '@/components/feedback/error-details';
import { Popover } from '@/components/overlays/popover';
import type { ApiError } from '@/lib/api';
import type { ErrorText } from '@/lib/errors/error-texts';
import styles from './field-error-details.module.css';

export interface FieldErrorDetailsProps {
  error: ApiError;
  text: ErrorText;
}

/** Why the database refused a field's value: the sentence, what to do, and the raw parts one click away. */
export function FieldErrorDetails({ error, text: { sentence, nextStep, link } }: FieldErrorDetailsProps) {
  return (
    <>
      {sentence} {nextStep}{' '}
      <span className={styles.more}>
        {link && <Link href={link.href}>{link.label}</Link>}
        <Popover
          className={styles.facts}
          aria-label="What the database said"
          trigger={<button type="button">Details</button>}
        >
          <ErrorDetails error={error} />
        </Popover>
      </span>
    </>
  );
}
