import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useState } from 'react';
import { Popover } from '@/components/popover';
import { Skeleton } from '@/components/skeleton';
import { formatCount, plural } from '@/lib/format';
import { useCalendarContext } from './calendar-context';
import { DayEvents } from './day-events';
import { Event } from './event';
import { dayNames, sameMonth } from './interval.utils';
import { type Bar, type CalendarEvent, eventsOn, layWeek } from './layout.utils';
import styles from './month.module.css';

export interface WeekProps {
  from: number;
  days?: number;
  /** Lines of a day that there is room for. */
  capacity: number;
  events: readonly CalendarEvent[];
  /** The month that is looked at; days of others are faint. */
  month: number | undefined;
  today: number;
  /** The day that the keyboard is on. */
  active: number;
  loading: boolean;
  /** From this day on nothing is loaded: there are more events than can be looked at. */
  cutFrom: number | undefined;
  carried: string | undefined;
  flying: ReadonlySet<string>;
  /** The days where what is carried would be. */
  over: { first: number; last: number } | undefined;
}

/** One week of the month: seven days, and bars over them. */
export const MonthWeek = memo(function MonthWeek(props: WeekProps) {
  const { from, days = 7, capacity, events, carried, flying } = props;
  const { bars, more } = layWeek(events, from, capacity, days);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't hold bars that lie over several
    <div className={styles.week} role="row" tabIndex={-1}>
      {more.map((hidden, i) => {
        const day = from + i;
        return (
          <DayCell key={day} {...props} day={day} hidden={hidden} shown={eventsOn(events, day)}>
            {bars
              .filter(({ column }) => column === i)
              .map((bar) => (
                <Event
                  key={bar.event.key}
                  event={bar.event}
                  shape="bar"
                  carried={bar.event.key === carried}
                  flying={flying.has(bar.event.key)}
                  before={bar.before}
                  after={bar.after}
                  style={barPlace(bar)}
                />
              ))}
          </DayCell>
        );
      })}
    </div>
  );
});

/** A bar in the cell of its first day, over as many cells as it has days. */
export function barPlace({ slot, days, before, after }: Bar) {
  const [left, right] = [before ? 0 : 4, after ? 0 : 4];
  return {
    top: `calc(var(--number) + ${slot} * var(--line-height))`,
    left,
    width: `calc(${days * 100}% + ${days - 1}px - ${left + right}px)`,
    height: 'calc(var(--line-height) - 2px)',
  };
}

interface DayCellProps extends Omit<WeekProps, 'from' | 'days'> {
  day: number;
  hidden: number;
  /** All of the day's events. */
  shown: readonly CalendarEvent[];
  children: ReactNode;
}

function DayCell(props: DayCellProps) {
  const { day, hidden, shown, month, today, active, loading, cutFrom, capacity, over, children } = props;
  const { create, onDayKey } = useCalendarContext();
  const cut = cutFrom !== undefined && day >= cutFrom;
  const outside = month !== undefined && !sameMonth(day, month);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    // What is clicked in a popover comes through the tree, not from within the cell.
    if (event.currentTarget.contains(event.target as Node)) create?.(day);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't hold bars that lie over several
    <div
      role="gridcell"
      className={styles.day}
      data-day={day}
      data-today={day === today || undefined}
      data-outside={outside || undefined}
      data-over={(over && day >= over.first && day <= over.last) || undefined}
      data-cut={cut || undefined}
      data-creates={create !== undefined || undefined}
      tabIndex={day === active ? 0 : -1}
      aria-label={`${dayNames.full(day)}, ${cut ? 'not loaded' : plural(shown.length, 'event')}`}
      aria-current={day === today ? 'date' : undefined}
      onClick={onClick}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => onDayKey(event, day)}
    >
      <span className={styles.number} aria-hidden>
        {dayNames.date(day) === 1 && <span className={styles.monthName}>{dayNames.month(day)}</span>}
        <span className={styles.date}>{dayNames.date(day)}</span>
      </span>
      {children}
      {loading && day % 3 !== 0 && (
        <span className={styles.loading}>
          <Skeleton height={16} />
          {day % 2 === 0 && <Skeleton height={16} width="70%" />}
        </span>
      )}
      {hidden > 0 && <MoreEvents day={day} hidden={hidden} slot={capacity - 1} events={shown} />}
    </div>
  );
}

interface MoreEventsProps {
  day: number;
  hidden: number;
  slot: number;
  events: readonly CalendarEvent[];
}

/** '+3 more', which opens the day. */
function MoreEvents({ day, hidden, slot, events }: MoreEventsProps) {
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
          style={{ top: `calc(var(--number) + ${slot} * var(--line-height))` }}
          tabIndex={-1}
          onClick={(event) => event.stopPropagation()}
        >
          +{formatCount(hidden)} more
        </button>
      }
    >
      <DayEvents day={day} events={events} />
    </Popover>
  );
}
