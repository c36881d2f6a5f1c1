import { Plus } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { VisuallyHidden } from '@/components/visually-hidden';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { PresenceOutline } from '@/table/live/presence-outline';
import { useTable } from '@/table/table-context';
import { useCalendarContext } from '../calendar-context';
import { calendarMessages as messages } from '../calendar-messages';
import { dayNames } from '../drag/interval.utils';
import { type CalendarEvent, compareEvents, endDay, startDay } from '../event-layout';
import styles from './day-events.module.css';
import { describeSpan, formatClock } from './describe-span';
import { EventContent } from './event-item';
import { useFindEventColor } from './use-find-event-color';

export interface DayEventsProps {
  day: number;
  events: readonly CalendarEvent[];
  /** Creates a record on this day. */
  onCreate?: (() => void) | undefined;
  /** Called when an event of the list starts to be dragged. */
  onDragStart?: () => void;
}

/** Lists all events of a day under its name. */
export function DayEvents({ day, events, onCreate, onDragStart }: DayEventsProps) {
  return (
    <div className={styles.list} data-listed={day}>
      <header className={styles.head}>
        <h3>{dayNames.long(day)}</h3>
        {onCreate && (
          <IconButton
            size="sm"
            label={messages.day.create(dayNames.long(day))}
            icon={<Plus aria-hidden />}
            onClick={onCreate}
          />
        )}
      </header>
      <ul className={styles.events}>
        {events.toSorted(compareEvents).map((event) => (
          <li key={event.key}>
            <DayEvent {...{ day, event, onDragStart }} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface DayEventProps extends Pick<DayEventsProps, 'day' | 'onDragStart'> {
  event: CalendarEvent;
}

/** An event as a list item. */
function DayEvent({ day, event, onDragStart }: DayEventProps) {
  const { table, openRecord } = useTable();
  const { source, movable, hintId, onPointerDown, onEventKey } = useCalendarContext();
  const { row, span, key } = event;
  const color = useFindEventColor()(row);
  const id = getRowKey(table, row);
  return (
    <button
      type="button"
      className={styles.event}
      data-card={key}
      {...color}
      disabled={!id}
      aria-describedby={movable ? hintId : undefined}
      data-movable={movable || undefined}
      onPointerDown={(down) => onPointerDown(down, row, 'all', onDragStart)}
      onKeyDown={(pressed) => onEventKey(pressed, row, onDragStart)}
      onKeyUp={(up) => up.key === ' ' && up.preventDefault()}
      onClick={() => id && openRecord(id)}
    >
      {!color['data-rule'] && <span className={styles.dot} />}
      {source.grain !== 'date' && <span className={styles.time}>{formatHours(day, event)}</span>}
      <EventContent row={row} time={undefined} />
      <VisuallyHidden>, {describeSpan(source, span)}</VisuallyHidden>
      <PresenceOutline rowKey={getCachedRowKey(table, row)} shape="event" />
    </button>
  );
}

/** Formats the part of an event that is on a day, e.g. `09:00 – 11:00`. */
function formatHours(day: number, { span }: CalendarEvent): string {
  const from = startDay(span) === day ? formatClock(span.start) : '…';
  const to = endDay(span) === day ? formatClock(span.end) : '…';
  if (from === '…' && to === '…') return messages.day.allDay;
  return span.end === span.start ? from : `${from} – ${to}`;
}
