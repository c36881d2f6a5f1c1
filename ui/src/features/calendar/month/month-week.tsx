import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import { formatPlural } from '@/lib/format';
import { useCalendarContext } from '../calendar-context';
import { dayNames, isSameMonth } from '../drag/interval.utils';
import { type CalendarEvent, filterByDay, layoutWeek } from '../event-layout';
import { EventBars } from '../week/event-bars';
import styles from './month.module.css';
import { MoreEvents } from './more-events';

export interface MonthWeekProps {
  from: number;
  days?: number;
  /** Lines of a day that there is room for. */
  capacity: number;
  events: readonly CalendarEvent[];
  /** The month that is looked at; days of others are faint. */
  month: number | undefined;
  today: number;
  /** The day that the keyboard is on. */
  activeDay: number;
  loading: boolean;
  /** How many events each day has, where not all of them are read. */
  counts: ReadonlyMap<number, number> | undefined;
  draggedKey: string | undefined;
  animatedKeys: ReadonlySet<string>;
  /** The days where what is carried would be. */
  dropDays: { first: number; last: number } | undefined;
}

/** One week of the month: seven days, and bars over them. */
export const MonthWeek = memo(function MonthWeek(props: MonthWeekProps) {
  const { from, days = 7, capacity, events, draggedKey, animatedKeys } = props;
  const { bars, hiddenCounts } = layoutWeek(events, from, capacity, days);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't hold bars that lie over several
    <div className={styles.week} role="row" tabIndex={-1}>
      {hiddenCounts.map((hidden, i) => {
        const day = from + i;
        return (
          <DayCell key={day} {...props} day={day} hiddenCount={hidden} dayEvents={filterByDay(events, day)}>
            <EventBars bars={bars} column={i} draggedKey={draggedKey} animatedKeys={animatedKeys} />
          </DayCell>
        );
      })}
    </div>
  );
});

interface DayCellProps extends Omit<MonthWeekProps, 'from' | 'days'> {
  day: number;
  hiddenCount: number;
  /** All of the day's events. */
  dayEvents: readonly CalendarEvent[];
  children: ReactNode;
}

function DayCell(props: DayCellProps) {
  const {
    day,
    hiddenCount,
    dayEvents,
    month,
    today,
    activeDay,
    loading,
    counts,
    capacity,
    dropDays,
    children,
  } = props;
  const { create, onDayKey } = useCalendarContext();
  const unloadedCount = Math.max(0, (counts?.get(day) ?? 0) - dayEvents.length);
  const waiting = loading || (counts !== undefined && !counts.has(day));
  const outside = month !== undefined && !isSameMonth(day, month);
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
      data-over={(dropDays && day >= dropDays.first && day <= dropDays.last) || undefined}
      data-creates={create !== undefined || undefined}
      tabIndex={day === activeDay ? 0 : -1}
      aria-label={`${dayNames.full(day)}, ${waiting ? 'loading' : formatPlural(dayEvents.length + unloadedCount, 'event')}`}
      aria-current={day === today ? 'date' : undefined}
      onClick={onClick}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => onDayKey(event, day)}
    >
      <span className={styles.number} aria-hidden>
        {dayNames.date(day) === 1 && <span className={styles.monthName}>{dayNames.month(day)}</span>}
        <span className={styles.date}>{dayNames.date(day)}</span>
      </span>
      {children}
      {waiting && day % 3 !== 0 && (
        <span className={styles.loading}>
          <Skeleton height={16} />
          {day % 2 === 0 && <Skeleton height={16} width="70%" />}
        </span>
      )}
      {hiddenCount + unloadedCount > 0 && (
        <MoreEvents
          {...{ day, unloadedCount }}
          hiddenCount={hiddenCount + unloadedCount}
          events={dayEvents}
          style={{ top: `calc(var(--number) + ${capacity - 1} * var(--line-height))` }}
        />
      )}
    </div>
  );
}
