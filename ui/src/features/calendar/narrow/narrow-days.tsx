import type { DayRange } from '@/data/layouts/calendar-source';
import type { ViewRef } from '@/data/query/page-state/view-ref.utils';
import { useCalendarContext } from '../calendar-context';
import { calendarMessages as messages } from '../calendar-messages';
import { dayNames, isSameMonth } from '../drag/interval.utils';
import { type CalendarEvent, compareEvents, filterByDay } from '../event-layout';
import { DayEvents } from '../events/day-events';
import { useFindEventColor } from '../events/use-find-event-color';
import type { MonthWeekProps } from '../month/month-week';
import styles from './narrow-days.module.css';

export interface NarrowDaysProps
  extends Omit<MonthWeekProps, 'from' | 'days' | 'capacity' | 'month' | 'animatedKeys'> {
  days: DayRange;
  title: string;
  onDayChange: (day: number) => void;
}

/** The days on a phone, which is too narrow for columns. */
export function NarrowDays({ period, ...props }: NarrowDaysProps & { period: ViewRef['period'] }) {
  return period === 'month' ? <NarrowMonth {...props} /> : <NarrowWeek {...props} />;
}

/** Maximum number of dots in a day. */
const maxDots = 3;

/** A month on a phone: a dot for each event, and a list of the selected day's events. */
function NarrowMonth(props: NarrowDaysProps) {
  const { days, title, events, activeDay } = props;
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
              <NarrowDayCell key={i} {...props} day={from + i} />
            ))}
          </div>
        ))}
      </div>
      <div className={styles.list} aria-live="polite">
        <DayList
          day={activeDay}
          events={filterByDay(events, activeDay)}
          {...{ loading: props.loading, counts: props.counts }}
        />
      </div>
    </div>
  );
}

function NarrowDayCell(props: NarrowDaysProps & { day: number }) {
  const { day, events, activeDay, today, dropDays, onDayChange } = props;
  const { onDayKey } = useCalendarContext();
  const findColor = useFindEventColor();
  const own = filterByDay(events, day).toSorted(compareEvents);
  const count = Math.max(own.length, props.counts?.get(day) ?? 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the month on a wide screen
    <div
      role="gridcell"
      className={styles.day}
      data-day={day}
      data-outside={!isSameMonth(day, activeDay) || undefined}
      data-today={day === today || undefined}
      data-drop-target={(dropDays && day >= dropDays.first && day <= dropDays.last) || undefined}
      aria-selected={day === activeDay}
      tabIndex={day === activeDay ? 0 : -1}
      aria-label={messages.day.label(dayNames.full(day), count)}
      aria-current={day === today ? 'date' : undefined}
      onClick={() => onDayChange(day)}
      onKeyDown={(event) => onDayKey(event, day)}
    >
      <span className={styles.date}>{dayNames.date(day)}</span>
      <span className={styles.dots}>
        {own.slice(0, maxDots).map((event) => (
          <span key={event.key} className={styles.dot} {...findColor(event.row)} />
        ))}
        {own.length > maxDots && <span className={styles.plus}>+</span>}
      </span>
    </div>
  );
}

/** A week on a phone, as a list of days. */
function NarrowWeek({ days, title, events, today, dropDays, loading, counts }: NarrowDaysProps) {
  const each = Array.from({ length: days.to - days.from }, (_, i) => days.from + i);
  return (
    <section className={styles.agenda} aria-label={title} data-days data-scroller>
      {each.map((day) => (
        <div
          key={day}
          data-day={day}
          data-today={day === today || undefined}
          data-drop-target={(dropDays && day >= dropDays.first && day <= dropDays.last) || undefined}
          className={styles.section}
        >
          <DayList day={day} events={filterByDay(events, day)} {...{ loading, counts }} />
        </div>
      ))}
    </section>
  );
}

interface DayListProps {
  day: number;
  events: readonly CalendarEvent[];
  loading: boolean;
  counts: NarrowDaysProps['counts'];
}

function DayList({ day, events, loading, counts }: DayListProps) {
  const { create } = useCalendarContext();
  const isLoading = loading || (counts !== undefined && !counts.has(day));
  const unloadedCount = Math.max(0, (counts?.get(day) ?? 0) - events.length);
  return (
    <>
      <DayEvents day={day} events={events} onCreate={create && (() => create(day))} />
      {events.length === 0 && (
        <p className={styles.empty}>{isLoading ? messages.loading : messages.day.empty}</p>
      )}
      {unloadedCount > 0 && <p className={styles.empty}>{messages.day.notListed(unloadedCount)}</p>}
    </>
  );
}
