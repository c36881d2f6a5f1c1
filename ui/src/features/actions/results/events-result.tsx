import type { ServerEvent } from '@/data/actions/response/server-events';
import type { Action } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';
import { actionsMessages } from '../actions-messages';
import styles from './events-result.module.css';
import result from './result-view.module.css';
import { formatJSON } from './rows-text';
import { ResultTools } from './text-result';

const messages = actionsMessages.result;

/** Maximum number of displayed events: only the latest are shown. */
const maxShown = 200;

/** The server-sent events of a stream: the type and the data of each. JSON is formatted. */
export function EventsResult({ action, events }: { action: Action; events: readonly ServerEvent[] }) {
  const first = Math.max(0, events.length - maxShown);
  return (
    <>
      {first > 0 && <p className={result.note}>{messages.lastEvents(maxShown, events.length)}</p>}
      <ol className={styles.events} start={first + 1} aria-label={messages.events(events.length)}>
        {events.slice(first).map(({ name, data }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only appended
          <li key={first + i} className={styles.event}>
            <span className={styles.number}>{first + i + 1}</span>
            {name !== '' && <code className={styles.name}>{name}</code>}
            <span className={styles.data} dir="auto">
              {formatData(data)}
            </span>
          </li>
        ))}
      </ol>
      <ResultTools text={formatEvents(events)} fileName={`${action.name}.txt`} />
    </>
  );
}

/** Formats an object or an array of JSON with an indent; returns other data unchanged. */
function formatData(data: string): string {
  if (!/^\s*[[{]/.test(data)) return data;
  try {
    return formatJSON(parseJSON(data));
  } catch {
    return data;
  }
}

/** Formats events as a stream of server-sent events. */
function formatEvents(events: readonly ServerEvent[]): string {
  return events
    .map(({ name, data }) => {
      const lines = data.split('\n').map((line) => `data: ${line}\n`);
      return `${name === '' ? '' : `event: ${name}\n`}${lines.join('')}\n`;
    })
    .join('');
}
