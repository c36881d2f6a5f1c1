import { useEffect, useRef } from 'react';
import type { DayRange } from '@/data/layouts/calendar-source';
import { minutesPerDay } from '@/data/layouts/calendar-times';
import { useCalendarContext } from '../calendar-context';
import { dayNames } from '../drag/interval.utils';
import { type CalendarEvent, endDay, filterByDay, isFullDay, layoutWeek, startDay } from '../event-layout';
import { formatClock } from '../events/describe-span';
import { EventBars } from '../events/event-bars';
import type { MonthWeekProps } from '../month/month-week';
import { DayColumn } from './day-column';
import styles from './week.module.css';

export interface WeekProps extends Omit<MonthWeekProps, 'from' | 'capacity' | 'days' | 'month'> {
  days: DayRange;
  title: string;
  /** The current time, in minutes of the wall clock since 1970. */
  now: number;
}

const hours = Array.from({ length: 24 }, (_, i) => i);

/** Height of an hour, in pixels. Must match the style sheet. */
const hourHeight = 44;

/** The hour at the top when the view opens. */
const initialHour = 7;

/** A week: a column of hours or cards per day, with bars above them for events of several days. */
export function Week(props: WeekProps) {
  const { days, title, events, now, draggedKey, animatedKeys } = props;
  const { source } = useCalendarContext();
  const timed = source.grain !== 'date';
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (timed) scroller.current?.scrollTo({ top: initialHour * hourHeight - 8 });
  }, [timed]);
  const over = (event: CalendarEvent) =>
    timed ? isFullDay(event.span) : endDay(event.span) > startDay(event.span);
  const long = layoutWeek(events.filter(over), days.from, Number.POSITIVE_INFINITY);
  const short = events.filter((event) => !over(event));
  const each = Array.from({ length: 7 }, (_, i) => days.from + i);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't contain bars that cover several
    <div className={styles.week} role="grid" aria-label={title} data-timed={timed || undefined}>
      <DayNames days={each} today={props.today} />
      {long.slotCount > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div
          className={styles.band}
          role="row"
          tabIndex={-1}
          data-days
          style={{ height: long.slotCount * 24 + 6 }}
        >
          {each.map((day, i) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div key={day} role="gridcell" tabIndex={-1} className={styles.bandDay} data-day={day}>
              <EventBars bars={long.bars} column={i} draggedKey={draggedKey} animatedKeys={animatedKeys} />
            </div>
          ))}
        </div>
      )}
      <div className={styles.scroller} ref={scroller} data-scroller>
        {timed && (
          <div className={styles.hours} aria-hidden>
            {hours.map((hour) => (
              <span key={hour}>{hour > 0 && formatClock(hour * 60)}</span>
            ))}
          </div>
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div className={styles.days} role="row" tabIndex={-1} data-days>
          {each.map((day) => (
            <DayColumn
              key={day}
              {...props}
              day={day}
              dayEvents={filterByDay(short, day)}
              timed={timed}
              now={Math.floor(now / minutesPerDay) === day ? now % minutesPerDay : undefined}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The names of the days above their columns. */
function DayNames({ days, today }: { days: readonly number[]; today: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't contain bars that cover several
    <div className={styles.names} role="row" tabIndex={-1} data-names>
      {days.map((day) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <span
          key={day}
          role="columnheader"
          tabIndex={-1}
          className={styles.name}
          data-today={day === today || undefined}
        >
          {dayNames.weekday(day)} <span className={styles.date}>{dayNames.date(day)}</span>
        </span>
      ))}
    </div>
  );
}
