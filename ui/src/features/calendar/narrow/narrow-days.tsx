import type { Days } from '@/data/layouts/calendar.utils';
import type { ViewRef } from '@/data/query/view-ref.utils';
import { formatCount, plural } from '@/lib/format';
import { useCalendarContext } from '../calendar-context';
import { dayNames, sameMonth } from '../drag/interval.utils';
import { DayEvents } from '../events/day-events';
import { hueFor } from '../events/event';
import { type CalendarEvent, compareEvents, eventsOn } from '../layout.utils';
import type { WeekProps } from '../month/month-week';
import styles from './narrow.module.css';

export interface NarrowProps extends Omit<WeekProps, 'from' | 'days' | 'capacity' | 'month' | 'flying'> {
  days: Days;
  title: string;
  onDay: (day: number) => void;
}

/** The days on a phone, where there is no room for columns. */
export function NarrowDays({ span, ...props }: NarrowProps & { span: ViewRef['span'] }) {
  return span === 'month' ? <NarrowMonth {...props} /> : <NarrowWeek {...props} />;
}

/** Dots that a day has room for. */
const mostDots = 3;

/** A month on a phone: a dot for each event, and the chosen day's events in a list below. */
function NarrowMonth(props: NarrowProps) {
  const { days, title, events, active } = props;
  const each = Array.from({ length: 7 }, (_, i) => i);
  const weeks = Array.from({ length: (days.to - days.from) / 7 }, (_, i) => days.from + i * 7);
  return (
    <div className={styles.narrow}>
      {/* biome-ignore lint/a11y/useSemanticElements: as the month on a wide screen */}
      <div className={styles.grid} role="grid" aria-label={title} data-days>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div className={styles.week} role="row" tabIndex={-1}>
          {each.map((i) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <span key={i} role="columnheader" tabIndex={-1} className={styles.name}>
              <abbr title={dayNames.weekday(days.from + i)}>{dayNames.initial(days.from + i)}</abbr>
            </span>
          ))}
        </div>
        {weeks.map((from) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div key={from} className={styles.week} role="row" tabIndex={-1}>
            {each.map((i) => (
              <SmallDay key={i} {...props} day={from + i} />
            ))}
          </div>
        ))}
      </div>
      <div className={styles.list} aria-live="polite">
        <DayList
          day={active}
          events={eventsOn(events, active)}
          {...{ loading: props.loading, counts: props.counts }}
        />
      </div>
    </div>
  );
}

function SmallDay(props: NarrowProps & { day: number }) {
  const { day, events, active, today, over, onDay } = props;
  const { colour, onDayKey } = useCalendarContext();
  const own = eventsOn(events, day).toSorted(compareEvents);
  const count = Math.max(own.length, props.counts?.get(day) ?? 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the month on a wide screen
    <div
      role="gridcell"
      className={styles.day}
      data-day={day}
      data-outside={!sameMonth(day, active) || undefined}
      data-today={day === today || undefined}
      data-over={(over && day >= over.first && day <= over.last) || undefined}
      aria-selected={day === active}
      tabIndex={day === active ? 0 : -1}
      aria-label={`${dayNames.full(day)}, ${plural(count, 'event')}`}
      aria-current={day === today ? 'date' : undefined}
      onClick={() => onDay(day)}
      onKeyDown={(event) => onDayKey(event, day)}
    >
      <span className={styles.date}>{dayNames.date(day)}</span>
      <span className={styles.dots}>
        {own.slice(0, mostDots).map((event) => (
          <span key={event.key} className={styles.dot} data-hue={hueFor(colour, event.row)} />
        ))}
        {own.length > mostDots && <span className={styles.plus}>+</span>}
      </span>
    </div>
  );
}

/** A week on a phone: day after day. */
function NarrowWeek({ days, title, events, today, over, loading, counts }: NarrowProps) {
  const each = Array.from({ length: days.to - days.from }, (_, i) => days.from + i);
  return (
    <section className={styles.agenda} aria-label={title} data-days data-scroller>
      {each.map((day) => (
        <div
          key={day}
          data-day={day}
          data-today={day === today || undefined}
          data-over={(over && day >= over.first && day <= over.last) || undefined}
          className={styles.section}
        >
          <DayList day={day} events={eventsOn(events, day)} {...{ loading, counts }} />
        </div>
      ))}
    </section>
  );
}

interface DayListProps {
  day: number;
  events: readonly CalendarEvent[];
  loading: boolean;
  counts: NarrowProps['counts'];
}

function DayList({ day, events, loading, counts }: DayListProps) {
  const { create } = useCalendarContext();
  const waiting = loading || (counts !== undefined && !counts.has(day));
  const unread = Math.max(0, (counts?.get(day) ?? 0) - events.length);
  return (
    <>
      <DayEvents day={day} events={events} onNew={create && (() => create(day))} />
      {events.length === 0 && <p className={styles.none}>{waiting ? 'Loading…' : 'Nothing on this day.'}</p>}
      {unread > 0 && <p className={styles.none}>And {formatCount(unread)} more, too many to list.</p>}
    </>
  );
}
