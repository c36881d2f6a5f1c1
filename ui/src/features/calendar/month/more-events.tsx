import { type CSSProperties, useState } from 'react';
import { Popover } from '@/components/overlays/popover';
import { formatCount } from '@/lib/text/format';
import { useCalendarContext } from '../calendar-context';
import { calendarMessages as messages } from '../calendar-messages';
import { dayNames } from '../drag/interval.utils';
import type { CalendarEvent } from '../event-layout';
import { DayEvents } from '../events/day-events';
import styles from './more-events.module.css';

export interface MoreEventsProps {
  day: number;
  /** The number of hidden events. */
  hiddenCount: number;
  /** The number of hidden events that are not loaded. */
  unloadedCount?: number;
  /** The events of the list that it opens. */
  events: readonly CalendarEvent[];
  /** Shows only the number. */
  compact?: boolean;
  style: CSSProperties;
}

/** The button `+3 more`, which opens a list of the day's events. */
export function MoreEvents({
  day,
  hiddenCount,
  unloadedCount = 0,
  events,
  compact = false,
  style,
}: MoreEventsProps) {
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
          data-short={compact || undefined}
          style={style}
          data-more
          aria-label={messages.day.more(hiddenCount)}
          tabIndex={-1}
          onKeyDown={(event) => onEventKey(event)}
          onClick={(event) => event.stopPropagation()}
        >
          +{formatCount(hiddenCount)}
          {!compact && messages.day.moreSuffix}
        </button>
      }
    >
      <DayEvents day={day} events={events} onDragStart={() => setOpen(false)} />
      {unloadedCount > 0 && <p className={styles.unloaded}>{messages.day.notListed(unloadedCount)}</p>}
    </Popover>
  );
}
