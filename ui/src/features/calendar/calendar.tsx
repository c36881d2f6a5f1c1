import * as m from 'framer-motion/client';
import { useId, useMemo, useRef } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import { viewColumns } from '@/data/layouts/views.utils';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { duration, easing } from '@/lib/browser/theme/motion';
import { DragOverlay, DropAnimation } from '@/table/drag/drag-overlay';
import { useTable } from '@/table/table-context';
import styles from './calendar.module.css';
import { CalendarContext, type CalendarContextValue } from './calendar-context';
import { findEventElement } from './calendar-dom';
import { calendarMessages as messages } from './calendar-messages';
import type { CalendarViewProps } from './calendar-view';
import { endDay, startDay } from './event-layout';
import { EventContent } from './events/event-item';
import { NoEvents } from './events/no-events';
import { UndatedList } from './events/undated-list';
import { Month } from './month/month';
import { NarrowDays } from './narrow/narrow-days';
import { useSwipe } from './narrow/use-swipe';
import type { CalendarPageState } from './page/use-calendar-page';
import { useCalendarKeys } from './use-calendar-keys';
import { Week } from './week/week';

/** The days with their events, the dragged event above them, and the events that are animated to their new position. */
export function Calendar(
  props: CalendarViewProps & { page: CalendarPageState; source: CalendarContextValue['source'] },
) {
  const { page, source, columns, relations } = props;
  const { table } = useTable();
  const { state, days, period, zone, day, today, data, direction } = page;
  const { dragged, animatedRows } = state;
  const hintId = useId();
  const hasHours = period === 'week' && source.grain !== 'date' && !props.narrow;
  const keys = useCalendarKeys(state, {
    ...{ source, zone, hasHours, navigateBy: page.navigateBy, notify: props.notify },
    ...{ activeDay: day, goTo: page.goTo, create: page.create },
  });
  useShortcut({ keys: 't', label: messages.shortcuts.today, group: messages.shortcuts.group }, () =>
    page.goTo(today),
  );
  useShortcut({ keys: 'pageup', label: messages.shortcuts.previous, group: messages.shortcuts.group }, () =>
    page.navigateBy(-1),
  );
  useShortcut({ keys: 'pagedown', label: messages.shortcuts.next, group: messages.shortcuts.group }, () =>
    page.navigateBy(1),
  );
  useShortcut({ keys: 'space', label: messages.shortcuts.drag, group: messages.shortcuts.group });
  useShortcut({
    keys: 'shift+arrowright',
    label: messages.shortcuts.resize,
    group: messages.shortcuts.group,
  });

  // The handlers change with each render; the context of the events must not.
  const latest = useRef({ state, keys, create: page.create });
  latest.current = { state, keys, create: page.create };
  const movable = state.lock === undefined;
  const creates = page.create !== undefined;
  const colorColumn = useMemo(
    () => viewColumns(table, relations).board.find(({ kind }) => kind === 'enum'),
    [table, relations],
  );
  const context = useMemo<CalendarContextValue>(
    () => ({
      ...{ source, zone, fields: columns, relations, colorColumn, movable, hintId },
      onPointerDown: (...args) => latest.current.state.onPointerDown(...args),
      onEventKey: (...args) => latest.current.keys.onEventKey(...args),
      onDayKey: (...args) => latest.current.keys.onDayKey(...args),
      consumeFocusRequest: (key) => {
        const { focusKeyRef } = latest.current.state;
        if (focusKeyRef.current !== key) return false;
        focusKeyRef.current = undefined;
        return true;
      },
      create: creates ? (...args) => latest.current.create?.(...args) : undefined,
    }),
    [source, zone, columns, relations, colorColumn, movable, hintId, creates],
  );
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
      {dragged?.inputDevice === 'pointer' && dragged.part === 'all' && (
        <DragOverlay x={state.x} y={state.y} width={Math.min(dragged.box.width, 260)} small>
          <span className={styles.overlay}>
            <EventContent row={dragged.row} time={undefined} />
          </span>
        </DragOverlay>
      )}
      {animatedRows.map(({ key, row, from }) => (
        <DropAnimation
          key={`${key} ${from.left},${from.top}`}
          from={from}
          target={() => findEventElement(state.calendar.current, key)?.getBoundingClientRect()}
          onEnd={() => state.endAnimation(key)}
          small
        >
          <span className={styles.overlay}>
            <EventContent row={row} time={undefined} />
          </span>
        </DropAnimation>
      ))}
    </CalendarContext>
  );
}
