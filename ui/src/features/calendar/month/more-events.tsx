import { type CSSProperties, useState } from 'react';
import { Popover } from '@/components/overlays/popover';
import { formatCount } from '@/lib/format';
import { useCalendarContext } from '../calendar-context';
import { dayNames } from '../drag/interval.utils';
import { DayEvents } from '../events/day-events';
import type { CalendarEvent } from '../layout.utils';
import styles from './more-events.module.css';

export interface MoreEventsProps {
  day: number;
  /** How many have no room, and how many of them aren't even read. */
  hidden: number;
  unread?: number;
  /** What it opens. */
  events: readonly CalendarEvent[];
  /** There is room for the number alone. */
  short?: boolean;
  style: CSSProperties;
}

/** '+3 more', which opens a list of them. */
export function MoreEvents({ day, hidden, unread = 0, events, short = false, style }: MoreEventsProps) {
  const { onEventKey } = useCalendarContext();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      className={styles.popover}
      flush
      aria-label={dayNames.full(day)}
      onClick={(event) => event.stopPropagation()}
      trigger={
        <button
          type="button"
          className={styles.more}
          data-short={short || undefined}
          style={style}
          data-more
          aria-label={`${formatCount(hidden)} more`}
          tabIndex={-1}
          onKeyDown={(event) => onEventKey(event)}
          onClick={(event) => event.stopPropagation()}
        >
          +{formatCount(hidden)}
          {!short && ' more'}
        </button>
      }
    >
      <DayEvents day={day} events={events} onCarried={() => setOpen(false)} />
      {unread > 0 && (
        <p className={styles.unread}>
          And {formatCount(unread)} more, too many to list. A filter brings them here.
        </p>
      )}
    </Popover>
  );
}
