import { toApiError } from '@/lib/api';
import styles from './error-details.module.css';

/** The raw parts of an error, for who can help: what the backend said, word by word. */
export function ErrorDetails({ error }: { error: unknown }) {
  const { code, message, details, hint, requestId } = toApiError(error);
  const facts = [
    ['Code', code],
    ['Message', message],
    ['Details', details],
    ['Hint', hint],
    ['Request', requestId],
  ].filter(([, value]) => value !== '');
  return (
    <dl className={styles.details}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
