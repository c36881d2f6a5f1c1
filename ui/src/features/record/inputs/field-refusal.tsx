import { Link } from 'wouter';
import { ErrorFacts } from '@/components/feedback/error-facts';
import { Popover } from '@/components/overlays/popover';
import type { ApiError } from '@/lib/api';
import type { ErrorText } from '@/lib/errors/error-texts';
import styles from './field-refusal.module.css';

export interface FieldRefusalProps {
  error: ApiError;
  text: ErrorText;
}

/** Why the database refused a field's value: the sentence, what to do, and the raw parts one click away. */
export function FieldRefusal({ error, text: { sentence, next, link } }: FieldRefusalProps) {
  return (
    <>
      {sentence} {next}{' '}
      <span className={styles.more}>
        {link && <Link href={link.href}>{link.label}</Link>}
        <Popover
          className={styles.facts}
          aria-label="What the database said"
          trigger={<button type="button">Details</button>}
        >
          <ErrorFacts error={error} />
        </Popover>
      </span>
    </>
  );
}
