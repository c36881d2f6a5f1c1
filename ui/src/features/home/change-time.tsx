import { parseInstant } from '@/data/values/dates/datetime.utils';
import { formatLocalTimestamp } from '@/data/values/dates/local-dates';
import { useNow } from '@/lib/browser/use-now';
import { formatDateTime, formatRelativeTime } from '@/lib/text/format';
import styles from './home-page.module.css';

/**
 * The time of a change, relative to now, with the exact time as its tooltip. A timestamp without time zone is shown as it
 * is, because its distance from now is not known.
 */
export function ChangeTime({ text }: { text: string }) {
  const now = useNow();
  const instant = parseInstant(text);
  if (Number.isNaN(instant)) {
    return <span className={styles.changeTime}>{formatLocalTimestamp(text, { precision: 'minute' })}</span>;
  }
  const date = new Date(instant);
  return (
    <time className={styles.changeTime} dateTime={date.toISOString()} title={formatDateTime(date)}>
      {formatRelativeTime(date, now)}
    </time>
  );
}
