import type { MouseEvent } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import { minutesPerDay } from '@/data/layouts/calendar-times';
import { useCalendarContext } from '../calendar-context';
import { calendarMessages as messages } from '../calendar-messages';
import { dayNames } from '../drag/interval.utils';
import { type CalendarEvent, filterByDay, layoutHours, maxEventColumns } from '../event-layout';
import { EventItem } from '../events/event-item';
import { MoreEvents } from '../month/more-events';
import { DayCard } from '../narrow/day-card';
import type { WeekProps } from './week';
import styles from './week.module.css';

export interface DayColumnProps extends Omit<WeekProps, 'now'> {
  day: number;
  dayEvents: readonly CalendarEvent[];
  timed: boolean;
  /** Minutes since the start of the day, if it is today. */
  now: number | undefined;
}

/** A day of a week, with events at their hours or as cards. */
export function DayColumn(props: DayColumnProps) {
  const { day, timed, now, today, activeDay, counts, dropDays, loading } = props;
  const { create, onDayKey } = useCalendarContext();
  const count = filterByDay(props.events, day).length;
  const unloadedCount = Math.max(0, (counts?.get(day) ?? 0) - count);
  const isLoading = loading || (counts !== undefined && !counts.has(day));
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const box = event.currentTarget.getBoundingClientRect();
    const minute = ((event.clientY - box.top) / box.height) * minutesPerDay;
    create?.(day, timed ? Math.floor(minute / 30) * 30 : undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't contain bars that cover several
    <div
      role="gridcell"
      className={styles.day}
      data-day={day}
      data-hours={timed || undefined}
      data-today={day === today || undefined}
      data-drop-target={(!timed && dropDays && day >= dropDays.first && day <= dropDays.last) || undefined}
      data-creates={create !== undefined || undefined}
      tabIndex={day === activeDay ? 0 : -1}
      aria-label={messages.day.label(dayNames.full(day), isLoading ? undefined : count + unloadedCount)}
      aria-current={day === today ? 'date' : undefined}
      aria-busy={isLoading || undefined}
      onClick={onClick}
      onKeyDown={(event) => onDayKey(event, day)}
    >
      {timed ? <HourEvents {...props} /> : <DayCards {...props} />}
      {isLoading && <LoadingDay day={day} timed={timed} />}
      {unloadedCount > 0 && (
        <p className={styles.unloaded}>{messages.day.firstOf(count, count + unloadedCount)}</p>
      )}
      {now !== undefined && timed && (
        <span className={styles.now} aria-hidden style={{ top: `${(now / minutesPerDay) * 100}%` }} />
      )}
    </div>
  );
}

type DayContentProps = Pick<DayColumnProps, 'day' | 'dayEvents' | 'draggedKey' | 'animatedKeys'>;

function HourEvents({ day, dayEvents, draggedKey, animatedKeys }: DayContentProps) {
  const { blocks, hiddenGroups } = layoutHours(dayEvents, day);
  const percent = (minutes: number) => `${(minutes / minutesPerDay) * 100}%`;
  return (
    <>
      {blocks.map(({ event, top, bottom, column, columns, continuesBefore, continuesAfter }) => (
        <EventItem
          key={event.key}
          {...{ event, continuesBefore, continuesAfter }}
          shape="block"
          isDragged={event.key === draggedKey}
          isAnimating={animatedKeys.has(event.key)}
          style={{
            top: percent(top),
            height: `calc(${percent(bottom - top)} - 2px)`,
            left: `calc(${(column / columns) * 100}% + 1px)`,
            width: `calc(${100 / columns}% - 3px)`,
          }}
        />
      ))}
      {hiddenGroups.map(({ top, events }) => (
        <MoreEvents
          key={top}
          day={day}
          hiddenCount={events.length}
          compact
          events={events}
          style={{ top: percent(top), minWidth: `${100 / maxEventColumns}%` }}
        />
      ))}
    </>
  );
}

function DayCards({ dayEvents, draggedKey, animatedKeys }: DayContentProps) {
  return dayEvents.map((event) => (
    <DayCard
      key={event.key}
      event={event}
      isDragged={event.key === draggedKey}
      isAnimating={animatedKeys.has(event.key)}
    />
  ));
}

/** The skeleton of a day's events while they are loading. */
function LoadingDay({ day, timed }: { day: number; timed: boolean }) {
  if (!timed) return <Skeleton height={88} />;
  const top = ((8 + (day % 4)) / 24) * 100;
  return <Skeleton height={64} className={styles.loading} style={{ top: `${top}%` }} />;
}
