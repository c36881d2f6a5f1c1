import type { CallResponse } from '@/data/actions/call/call-action';
import { actionsMessages } from '../actions-messages';
import styles from './response-details.module.css';

const messages = actionsMessages.result;

/** The status, time and headers of a response, on demand. */
export function ResponseDetails({ response }: { response: CallResponse }) {
  return (
    <details className={styles.details}>
      <summary>{messages.details}</summary>
      <dl>
        <div>
          <dt>{messages.status}</dt>
          <dd>{response.status}</dd>
        </div>
        <div>
          <dt>{messages.time}</dt>
          <dd>{messages.milliseconds(response.milliseconds)}</dd>
        </div>
        {response.headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
