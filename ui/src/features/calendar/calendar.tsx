import * as m from 'framer-motion/client';
import { useId, useMemo } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { CalendarSource } from '@/data/layouts/calendar-source';
import { duration, easing } from '@/lib/browser/theme/motion';
import styles from './calendar.module.css';
import { CalendarContext } from './calendar-context';
import { calendarMessages as messages } from './calendar-messages';
import type { CalendarViewProps } from './calendar-view';
import { DraggedEvents } from './drag/dragged-events';
import { endDay, startDay } from './event-layout';
import { NoEvents } from './events/no-events';
import { UndatedList } from './events/undated-list';
import { Month } from './month/month';
import { NarrowDays } from './narrow/narrow-days';
import { useSwipe } from './narrow/use-swipe';
import { useCalendarContextValue } from './page/use-calendar-context-value';
import type { CalendarPageState } from './page/use-calendar-page';
import { useCalendarKeys } from './use-calendar-keys';
import { useCalendarShortcuts } from './use-calendar-shortcuts';
import { Week } from './week/week';

export interface CalendarProps extends CalendarViewProps {
  page: CalendarPageState;
  source: CalendarSource;
}

/** The days with their events, the dragged event above them, and the events that are animated to their new position. */
export function Calendar(props: CalendarProps) {
  const { page, source } = props;
  const { state, days, period, zone, day, today, data, direction } = page;
  const { dragged, animatedRows } = state;
  const hintId = useId();
  const hasHours = period === 'week' && source.grain !== 'date' && !props.narrow;
  const keys = useCalendarKeys(state, {
    ...{ source, zone, hasHours, navigateBy: page.navigateBy, notify: props.notify },
    ...{ activeDay: day, goTo: page.goTo, create: page.create },
  });
  useCalendarShortcuts(page);
  const context = useCalendarContextValue(props, keys, hintId);
  const swipe = useSwipe(page.navigateBy);
  const animatedKeys = useMemo(() => new Set(animatedRows.map(({ key }) => key)), [animatedRows]);
  const dropDays = page.landing ? { first: startDay(page.landing), last: endDay(page.landing) } : undefined;
  const dayProps = {
    ...{ days, today, animatedKeys, events: page.events, title: page.title },
    activeDay: day,
    loading: !data.rows,
    counts: data.counts,
    draggedKey: dragged?.key,
    dropDays,
  };
  return (
    <CalendarContext value={context}>
      <div className={styles.body} data-dragging={dragged ? true : undefined}>
        <m.div
          key={`${period} ${days.from}`}
          className={styles.days}
          data-edge-direction={state.edgeDirection ?? 0}
          {...swipe}
          aria-busy={!data.rows}
          initial={{ opacity: direction === 0 ? 1 : 0, x: direction * 28 }}
          animate={{ opacity: 1, x: 0 }}
          transition={{ duration: duration.base, ease: easing.out }}
        >
          {props.narrow ? (
            <NarrowDays {...dayProps} period={period} onDayChange={page.goTo} />
          ) : period === 'month' ? (
            <Month {...dayProps} month={day} />
          ) : (
            <Week {...dayProps} now={page.now} />
          )}
          <NoEvents page={page} state={props.state} change={props.change} />
        </m.div>
        {page.undatedOpen && data.undated && (
          <UndatedList
            data={data.undated}
            moves={state.moves}
            draggedKey={dragged?.key}
            onClose={page.toggleUndated}
          />
        )}
      </div>
      <VisuallyHidden id={hintId}>{messages.drag.hint}</VisuallyHidden>
      <VisuallyHidden role="status">{state.announcement}</VisuallyHidden>
      <DraggedEvents state={state} />
    </CalendarContext>
  );
}
