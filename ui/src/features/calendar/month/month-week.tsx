import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import { plural } from '@/lib/format';
import { useCalendarContext } from '../calendar-context';
import { dayNames, sameMonth } from '../drag/interval.utils';
import { type CalendarEvent, eventsOn, layWeek } from '../layout.utils';
import { Bars } from '../week/bars';
import styles from './month.module.css';
import { MoreEvents } from './more-events';

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
  /** How many events each day has, where not all of them are read. */
  counts: ReadonlyMap<number, number> | undefined;
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
            <Bars bars={bars} column={i} carried={carried} flying={flying} />
          </DayCell>
        );
      })}
    </div>
  );
});

interface DayCellProps extends Omit<WeekProps, 'from' | 'days'> {
  day: number;
  hidden: number;
  /** All of the day's events. */
  shown: readonly CalendarEvent[];
  children: ReactNode;
}

function DayCell(props: DayCellProps) {
  const { day, hidden, shown, month, today, active, loading, counts, capacity, over, children } = props;
  const { create, onDayKey } = useCalendarContext();
  const unread = Math.max(0, (counts?.get(day) ?? 0) - shown.length);
  const waiting = loading || (counts !== undefined && !counts.has(day));
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
      data-creates={create !== undefined || undefined}
      tabIndex={day === active ? 0 : -1}
      aria-label={`${dayNames.full(day)}, ${waiting ? 'loading' : plural(shown.length + unread, 'event')}`}
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
      {hidden + unread > 0 && (
        <MoreEvents
          {...{ day, unread }}
          hidden={hidden + unread}
          events={shown}
          style={{ top: `calc(var(--number) + ${capacity - 1} * var(--line-height))` }}
        />
      )}
    </div>
  );
}
