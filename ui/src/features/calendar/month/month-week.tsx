import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import { useCalendarContext } from '../calendar-context';
import { calendarMessages as messages } from '../calendar-messages';
import { dayNames, isSameMonth } from '../drag/interval.utils';
import { type CalendarEvent, filterByDay, layoutWeek } from '../event-layout';
import { EventBars } from '../events/event-bars';
import styles from './month.module.css';
import { MoreEvents } from './more-events';

export interface MonthWeekProps {
  from: number;
  days?: number;
  /** Number of lines that fit into a day. */
  capacity: number;
  events: readonly CalendarEvent[];
  /** A day of the visible month. Days of other months are dimmed. */
  month: number | undefined;
  today: number;
  /** The day with the keyboard focus. */
  activeDay: number;
  loading: boolean;
  /** Number of events per day, if not all of them are loaded. */
  counts: ReadonlyMap<number, number> | undefined;
  draggedKey: string | undefined;
  animatedKeys: ReadonlySet<string>;
  /** The days of the dragged event if it is dropped now. */
  dropDays: { first: number; last: number } | undefined;
}

/** A week of the month: seven days with bars over them. */
export const MonthWeek = memo(function MonthWeek(props: MonthWeekProps) {
  const { from, days = 7, capacity, events, draggedKey, animatedKeys } = props;
  const { bars, hiddenCounts } = layoutWeek(events, from, capacity, days);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't contain bars that cover several
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
  /** All events of the day. */
  dayEvents: readonly CalendarEvent[];
  children: ReactNode;
}

function DayCell(props: DayCellProps) {
  const { day, hiddenCount, dayEvents, month, loading, counts, capacity, dropDays, children } = props;
  const { create, onDayKey } = useCalendarContext();
  const unloadedCount = Math.max(0, (counts?.get(day) ?? 0) - dayEvents.length);
  const isLoading = loading || (counts !== undefined && !counts.has(day));
  const outside = month !== undefined && !isSameMonth(day, month);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    // Clicks in a popover bubble through the React tree, but are not inside the cell.
    if (event.currentTarget.contains(event.target as Node)) create?.(day);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't contain bars that cover several
    <div
      role="gridcell"
      className={styles.day}
      data-day={day}
      data-today={day === props.today || undefined}
      data-outside={outside || undefined}
      data-drop-target={(dropDays && day >= dropDays.first && day <= dropDays.last) || undefined}
      data-creates={create !== undefined || undefined}
      tabIndex={day === props.activeDay ? 0 : -1}
      aria-label={messages.day.label(
        dayNames.full(day),
        isLoading ? undefined : dayEvents.length + unloadedCount,
      )}
      aria-current={day === props.today ? 'date' : undefined}
      onClick={onClick}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => onDayKey(event, day)}
    >
      <span className={styles.number} aria-hidden>
        {dayNames.date(day) === 1 && <span className={styles.monthName}>{dayNames.month(day)}</span>}
        <span className={styles.date}>{dayNames.date(day)}</span>
      </span>
      {children}
      {isLoading && <LoadingEvents day={day} />}
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

/** The placeholders of a day's events. Their number differs from day to day. */
function LoadingEvents({ day }: { day: number }) {
  if (day % 3 === 0) return null;
  return (
    <span className={styles.loading}>
      <Skeleton height={16} />
      {day % 2 === 0 && <Skeleton height={16} width="70%" />}
    </span>
  );
}
