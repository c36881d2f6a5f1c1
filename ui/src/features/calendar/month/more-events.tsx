import { type CSSProperties, useState } from 'react';
import { Popover } from '@/components/overlays/popover';
import { formatCount } from '@/lib/format';
import { useCalendarContext } from '../calendar-context';
import { dayNames } from '../drag/interval.utils';
import type { CalendarEvent } from '../event-layout';
import { DayEvents } from '../events/day-events';
import styles from './more-events.module.css';

export interface MoreEventsProps {
  day: number;
  /** How many have no room, and how many of them aren't even read. */
  hiddenCount: number;
  unloadedCount?: number;
  /** What it opens. */
  events: readonly CalendarEvent[];
  /** There is room for the number alone. */
  compact?: boolean;
  style: CSSProperties;
}

/** '+3 more', which opens a list of them. */
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
          aria-label={`${formatCount(hiddenCount)} more`}
          tabIndex={-1}
          onKeyDown={(event) => onEventKey(event)}
          onClick={(event) => event.stopPropagation()}
        >
          +{formatCount(hiddenCount)}
          {!compact && ' more'}
        </button>
      }
    >
      <DayEvents day={day} events={events} onDragStart={() => setOpen(false)} />
      {unloadedCount > 0 && (
        <p className={styles.unloaded}>
          And {formatCount(unloadedCount)} more, too many to list. A filter brings them here.
        </p>
      )}
    </Popover>
  );
}
