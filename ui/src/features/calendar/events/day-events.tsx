import { Plus } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { VisuallyHidden } from '@/components/visually-hidden';
import { keyOf } from '@/data/writes/batches/guards.utils';
import { useTable } from '@/table/table-context';
import { useCalendarContext } from '../calendar-context';
import { dayNames } from '../drag/interval.utils';
import { type CalendarEvent, compareEvents, endDay, startDay } from '../layout.utils';
import styles from './day-events.module.css';
import { clock, describeSpan } from './describe.utils';
import { EventFace, hueFor } from './event';

export interface DayEventsProps {
  day: number;
  events: readonly CalendarEvent[];
  /** Makes a record on this day. */
  onNew?: (() => void) | undefined;
  /** One of them is being carried away. */
  onCarried?: () => void;
}

/** All events of a day as a list, under its name. */
export function DayEvents({ day, events, onNew, onCarried }: DayEventsProps) {
  return (
    <div className={styles.list} data-listed={day}>
      <header className={styles.head}>
        <h3>{dayNames.long(day)}</h3>
        {onNew && (
          <IconButton
            size="sm"
            label={`New on ${dayNames.long(day)}`}
            icon={<Plus aria-hidden />}
            onClick={onNew}
          />
        )}
      </header>
      <ul className={styles.events}>
        {events.toSorted(compareEvents).map((event) => (
          <li key={event.key}>
            <DayEvent {...{ day, event, onCarried }} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface DayEventProps extends Pick<DayEventsProps, 'day' | 'onCarried'> {
  event: CalendarEvent;
}

/** An event as a line of a list. */
function DayEvent({ day, event, onCarried }: DayEventProps) {
  const { table, openRecord } = useTable();
  const { source, colour, movable, hint, onPointerDown, onEventKey } = useCalendarContext();
  const { row, span, key } = event;
  const id = keyOf(table, row);
  return (
    <button
      type="button"
      className={styles.event}
      data-card={key}
      data-hue={hueFor(colour, row)}
      disabled={!id}
      aria-describedby={movable ? hint : undefined}
      data-movable={movable || undefined}
      onPointerDown={(down) => onPointerDown(down, row, 'all', onCarried)}
      onKeyDown={(pressed) => onEventKey(pressed, row, onCarried)}
      onKeyUp={(up) => up.key === ' ' && up.preventDefault()}
      onClick={() => id && openRecord(id)}
    >
      <span className={styles.dot} />
      {source.grain !== 'date' && <span className={styles.time}>{hoursOn(day, event)}</span>}
      <EventFace row={row} time={undefined} />
      <VisuallyHidden>, {describeSpan(source, span)}</VisuallyHidden>
    </button>
  );
}

/** What of an event is on a day: '09:00', '09:00 – 11:00', 'all day'. */
function hoursOn(day: number, { span }: CalendarEvent): string {
  const from = startDay(span) === day ? clock(span.start) : '…';
  const to = endDay(span) === day ? clock(span.end) : '…';
  if (from === '…' && to === '…') return 'all day';
  return span.end === span.start ? from : `${from} – ${to}`;
}
