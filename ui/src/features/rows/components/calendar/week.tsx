import { type MouseEvent, useEffect, useRef } from 'react';
import { plural } from '@/lib/format';
import { type Days, dayMinutes } from '../../api/calendar.utils';
import { useCalendarContext } from './calendar-context';
import { DayCard } from './day-card';
import { Event } from './event';
import { dayNames } from './interval.utils';
import { type CalendarEvent, endDay, eventsOn, isLong, layHours, layWeek, startDay } from './layout.utils';
import type { WeekProps } from './month-week';
import { barPlace } from './month-week';
import styles from './week.module.css';

export interface WeekViewProps extends Omit<WeekProps, 'from' | 'capacity' | 'days' | 'month'> {
  days: Days;
  title: string;
  /** Minutes of the wall clock. */
  now: number;
}

const hours = Array.from({ length: 24 }, (_, i) => i);

/** Pixels of an hour; the style sheet has the same. */
const hourHeight = 44;

/** The hour that is on top at first. */
const firstHour = 7;

/** A week: its days as columns, of hours or of cards; what lasts days lies over them as bars. */
export function Week(props: WeekViewProps) {
  const { days, title, events, now, loading, carried, flying } = props;
  const { source } = useCalendarContext();
  const timed = source.grain !== 'date';
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (timed) scroller.current?.scrollTo({ top: firstHour * hourHeight - 8 });
  }, [timed]);
  const over = (event: CalendarEvent) =>
    timed ? isLong(event.span) : endDay(event.span) > startDay(event.span);
  const long = layWeek(events.filter(over), days.from, Number.POSITIVE_INFINITY);
  const short = events.filter((event) => !over(event));
  const each = Array.from({ length: 7 }, (_, i) => days.from + i);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't hold bars that lie over several
    <div className={styles.week} role="grid" aria-label={title} data-timed={timed || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div className={styles.names} role="row" tabIndex={-1}>
        {each.map((day) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <span
            key={day}
            role="columnheader"
            tabIndex={-1}
            className={styles.name}
            data-today={day === props.today || undefined}
          >
            {dayNames.weekday(day)} <span className={styles.date}>{dayNames.date(day)}</span>
          </span>
        ))}
      </div>
      {long.slots > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div
          className={styles.band}
          role="row"
          tabIndex={-1}
          data-days
          style={{ height: long.slots * 24 + 6 }}
        >
          {each.map((day, i) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div key={day} role="gridcell" tabIndex={-1} className={styles.bandDay} data-day={day}>
              {long.bars
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
            </div>
          ))}
        </div>
      )}
      <div className={styles.scroller} ref={scroller} data-scroller>
        {timed && (
          <div className={styles.hours} aria-hidden>
            {hours.map((hour) => (
              <span key={hour}>{hour > 0 && `${String(hour).padStart(2, '0')}:00`}</span>
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
              shown={eventsOn(short, day)}
              timed={timed}
              now={Math.floor(now / dayMinutes) === day ? now % dayMinutes : undefined}
            />
          ))}
        </div>
      </div>
      {loading && <span aria-hidden className={styles.loading} />}
    </div>
  );
}

interface DayColumnProps extends Omit<WeekViewProps, 'now'> {
  day: number;
  shown: readonly CalendarEvent[];
  timed: boolean;
  /** Minutes since the day began, if it is today. */
  now: number | undefined;
}

function DayColumn(props: DayColumnProps) {
  const { day, shown, timed, now, today, active, cutFrom, over, carried, flying, loading } = props;
  const { create, onDayKey } = useCalendarContext();
  const cut = cutFrom !== undefined && day >= cutFrom;
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const box = event.currentTarget.getBoundingClientRect();
    const minute = ((event.clientY - box.top) / box.height) * dayMinutes;
    create?.(day, timed ? Math.floor(minute / 30) * 30 : undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't hold bars that lie over several
    <div
      role="gridcell"
      className={styles.day}
      data-day={day}
      data-hours={timed || undefined}
      data-today={day === today || undefined}
      data-cut={cut || undefined}
      data-over={(!timed && over && day >= over.first && day <= over.last) || undefined}
      data-creates={create !== undefined || undefined}
      tabIndex={day === active ? 0 : -1}
      aria-label={`${dayNames.full(day)}, ${cut ? 'not loaded' : plural(props.events.length && eventsOn(props.events, day).length, 'event')}`}
      aria-current={day === today ? 'date' : undefined}
      aria-busy={loading || undefined}
      onClick={onClick}
      onKeyDown={(event) => onDayKey(event, day)}
    >
      {timed
        ? layHours(shown, day).map((block) => (
            <Event
              key={block.event.key}
              event={block.event}
              shape="block"
              carried={block.event.key === carried}
              flying={flying.has(block.event.key)}
              before={block.before}
              after={block.after}
              style={{
                top: `${(block.top / dayMinutes) * 100}%`,
                height: `calc(${((block.bottom - block.top) / dayMinutes) * 100}% - 2px)`,
                left: `calc(${(block.column / block.columns) * 100}% + 1px)`,
                width: `calc(${100 / block.columns}% - 3px)`,
              }}
            />
          ))
        : shown.map((event) => (
            <DayCard
              key={event.key}
              event={event}
              carried={event.key === carried}
              flying={flying.has(event.key)}
            />
          ))}
      {now !== undefined && timed && (
        <span className={styles.now} aria-hidden style={{ top: `${(now / dayMinutes) * 100}%` }} />
      )}
    </div>
  );
}
