import * as m from 'framer-motion/client';
import { X } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import type { CalendarRows } from '@/data/layouts/calendar-queries';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { formatValue } from '@/data/values/value.utils';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { duration, easing } from '@/lib/browser/theme/motion';
import { formatCount } from '@/lib/text/format';
import type { Move } from '@/table/drag/use-moves';
import { PresenceOutline } from '@/table/live/presence-outline';
import { useTable } from '@/table/table-context';
import { useCalendarContext } from '../calendar-context';
import { calendarMessages as messages } from '../calendar-messages';
import { EventContent, getEventKey } from './event-item';
import styles from './undated-list.module.css';
import { useFindEventColor } from './use-find-event-color';

export interface UndatedListProps {
  data: CalendarRows;
  moves: ReadonlyMap<string, Move>;
  draggedKey: string | undefined;
  onClose: () => void;
}

/** The value of a date that no day can show, e.g. `infinity` or an empty range. Renders nothing for NULL. */
function RawDateValue({ column, row }: { column: Column; row: Row }) {
  const value = row[column.name] ?? null;
  if (value === null) return null;
  return <span className={styles.rawDate}>{formatValue(column, value)}</span>;
}

/** Lists the rows without a date beside the days. Dragging a row to a day sets its date. */
export function UndatedList({ data, moves, draggedKey, onClose }: UndatedListProps) {
  const { table, openRecord } = useTable();
  const findColor = useFindEventColor();
  const { movable, hintId, onPointerDown, onEventKey, source } = useCalendarContext();
  const rows = data.rows.filter((row) => !moves.has(getEventKey(table, row, -1)));
  return (
    <m.aside
      className={styles.undated}
      aria-label={messages.undated.title}
      initial={{ opacity: 0, x: 16 }}
      animate={{ opacity: 1, x: 0, transition: { duration: duration.base, ease: easing.out } }}
    >
      <header className={styles.head}>
        <h3>{messages.undated.title}</h3>
        <span className={styles.count}>{formatCount(data.total)}</span>
        <IconButton size="sm" label={messages.undated.close} icon={<X aria-hidden />} onClick={onClose} />
      </header>
      <p className={styles.help}>
        {movable ? messages.undated.hint : messages.undated.locked(source.column.title)}
      </p>
      <ul className={styles.rows}>
        {rows.map((row, i) => {
          const key = getEventKey(table, row, i);
          const id = getRowKey(table, row);
          return (
            <li key={key}>
              <button
                type="button"
                className={styles.row}
                data-card={key}
                {...findColor(row)}
                data-dragged={key === draggedKey || undefined}
                data-movable={movable || undefined}
                aria-describedby={movable ? hintId : undefined}
                disabled={!id}
                onPointerDown={(event) => onPointerDown(event, row)}
                onKeyDown={(event) => onEventKey(event, row)}
                onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
                onClick={() => id && openRecord(id)}
              >
                <EventContent row={row} time={undefined} />
                <PresenceOutline rowKey={getCachedRowKey(table, row)} shape="event" />
                <RawDateValue column={source.column} row={row} />
              </button>
            </li>
          );
        })}
      </ul>
      {data.total > data.rows.length && (
        <p className={styles.help}>{messages.undated.firstListed(data.rows.length)}</p>
      )}
    </m.aside>
  );
}
