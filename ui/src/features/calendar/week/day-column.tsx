import type { MouseEvent } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import { dayMinutes } from '@/data/layouts/calendar.utils';
import { formatCount, plural } from '@/lib/format';
import { useCalendarContext } from '../calendar-context';
import { dayNames } from '../drag/interval.utils';
import { Event } from '../events/event';
import { type CalendarEvent, eventsOn, layHours, mostColumns } from '../layout.utils';
import { MoreEvents } from '../month/more-events';
import { DayCard } from '../narrow/day-card';
import type { WeekViewProps } from './week';
import styles from './week.module.css';

export interface DayColumnProps extends Omit<WeekViewProps, 'now'> {
  day: number;
  shown: readonly CalendarEvent[];
  timed: boolean;
  /** Minutes since the day began, if it is today. */
  now: number | undefined;
}

/** A day of a week: its hours, or its cards. */
export function DayColumn(props: DayColumnProps) {
  const { day, timed, now, today, active, counts, over, loading } = props;
  const { create, onDayKey } = useCalendarContext();
  const count = eventsOn(props.events, day).length;
  const unread = Math.max(0, (counts?.get(day) ?? 0) - count);
  const waiting = loading || (counts !== undefined && !counts.has(day));
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
      data-over={(!timed && over && day >= over.first && day <= over.last) || undefined}
      data-creates={create !== undefined || undefined}
      tabIndex={day === active ? 0 : -1}
      aria-label={`${dayNames.full(day)}, ${waiting ? 'loading' : plural(count + unread, 'event')}`}
      aria-current={day === today ? 'date' : undefined}
      aria-busy={waiting || undefined}
      onClick={onClick}
      onKeyDown={(event) => onDayKey(event, day)}
    >
      {timed ? <Hours {...props} /> : <Cards {...props} />}
      {waiting && <LoadingDay day={day} timed={timed} />}
      {unread > 0 && (
        <p className={styles.unread}>
          The first {plural(count, 'event')} of {formatCount(count + unread)}
        </p>
      )}
      {now !== undefined && timed && (
        <span className={styles.now} aria-hidden style={{ top: `${(now / dayMinutes) * 100}%` }} />
      )}
    </div>
  );
}

type DayProps = Pick<DayColumnProps, 'day' | 'shown' | 'carried' | 'flying'>;

function Hours({ day, shown, carried, flying }: DayProps) {
  const { blocks, more } = layHours(shown, day);
  const percent = (minutes: number) => `${(minutes / dayMinutes) * 100}%`;
  return (
    <>
      {blocks.map(({ event, top, bottom, column, columns, before, after }) => (
        <Event
          key={event.key}
          {...{ event, before, after }}
          shape="block"
          carried={event.key === carried}
          flying={flying.has(event.key)}
          style={{
            top: percent(top),
            height: `calc(${percent(bottom - top)} - 2px)`,
            left: `calc(${(column / columns) * 100}% + 1px)`,
            width: `calc(${100 / columns}% - 3px)`,
          }}
        />
      ))}
      {more.map(({ top, events }) => (
        <MoreEvents
          key={top}
          day={day}
          hidden={events.length}
          short
          events={events}
          style={{ top: percent(top), minWidth: `${100 / mostColumns}%` }}
        />
      ))}
    </>
  );
}

function Cards({ shown, carried, flying }: DayProps) {
  return shown.map((event) => (
    <DayCard key={event.key} event={event} carried={event.key === carried} flying={flying.has(event.key)} />
  ));
}

/** The place of a day's events while they are read. */
function LoadingDay({ day, timed }: { day: number; timed: boolean }) {
  if (!timed) return <Skeleton height={88} />;
  const top = ((8 + (day % 4)) / 24) * 100;
  return <Skeleton height={64} className={styles.loading} style={{ top: `${top}%` }} />;
}
