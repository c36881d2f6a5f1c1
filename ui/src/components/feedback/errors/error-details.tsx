import { componentsMessages } from '@/components/components-messages';
import { toApiError } from '@/lib/api';
import styles from './error-details.module.css';

const messages = componentsMessages.error;

/** Shows the unmodified parts of an error, for support: code, message, details, hint, request id. */
export function ErrorDetails({ error }: { error: unknown }) {
  const { code, message, details, hint, requestId } = toApiError(error);
  const facts = [
    [messages.code, code],
    [messages.message, message],
    [messages.detail, details],
    [messages.hint, hint],
    [messages.request, requestId],
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
