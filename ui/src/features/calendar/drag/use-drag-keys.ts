import { useEffect, useRef } from 'react';
import { getEventSpan, getVisibleSpan } from '@/data/layouts/calendar-events';
import { minutesPerDay } from '@/data/layouts/calendar-times';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import { useTable } from '@/table/table-context';
import { calendarMessages as messages } from '../calendar-messages';
import type { EventDragState } from '../event-drag-state';
import { startDay } from '../event-layout';
import { describeSpan } from '../events/describe-span';
import type { CalendarState } from '../use-calendar';
import type { CalendarKeysOptions } from '../use-calendar-keys';
import { defaultStartMinute } from './interval.utils';

/** Minutes by which the up and down arrows move an event in a view with hours. */
const stepMinutes = 15;

/**
 * Returns the function that picks up an event by keyboard. Then the arrow keys
 * move it, with Shift only its end, with Alt only its start; Space drops it and
 * Escape cancels. Each step is announced to screen readers.
 */
export function useDragKeys(state: CalendarState, options: CalendarKeysOptions) {
  const { source, zone, activeDay } = options;
  const { table, showLockReason } = useTable();
  const dragBy = useDragStep(state, options);
  useGlobalKeys(
    state.dragged?.inputDevice === 'keyboard',
    (key) => resolveKeyAction(key, state, dragBy, options.hasHours),
    () => state.cancel(messages.drag.canceled),
  );
  return (element: HTMLElement, row: Row) => {
    if (state.lock) return showLockReason(source.column);
    if (getCachedRowKey(table, row) === '') return;
    const newStart = activeDay * minutesPerDay + (source.grain === 'date' ? 0 : defaultStartMinute);
    const hasDate = getVisibleSpan(source, row, zone) !== undefined;
    state.pickUp(row, 'all', 'keyboard', element.getBoundingClientRect(), hasDate ? undefined : newStart);
    const canResize = source.isRange || source.endColumn !== undefined;
    state.announce(messages.drag.pickedUp(getRowHeading(table, row), canResize));
  };
}

/** Returns the function that moves the dragged event or one of its edges by minutes, within the limits of the calendar. */
function useDragStep(state: CalendarState, { source, zone, goTo }: CalendarKeysOptions) {
  const { draggedRef } = state;
  const updateAndAnnounce = (to: Partial<EventDragState>) => {
    const before = draggedRef.current;
    state.updateDrag(to);
    const now = draggedRef.current;
    if (!now || !before) return;
    const changes = state.computeChanges(now);
    if (!changes && now.delta !== 0) {
      const { part, delta, newStart, priorChanges } = before;
      state.updateDrag({ part, delta, newStart, priorChanges });
      return state.announce(messages.drag.atEnd);
    }
    const span = getEventSpan(source, { ...now.row, ...changes }, zone);
    if (!span) return;
    state.announce(describeSpan(source, span));
    const day = now.part === 'end' ? Math.floor((span.end - 1) / minutesPerDay) : startDay(span);
    if (Number.isFinite(day)) goTo(day);
  };
  return (minutes: number, part: EventDragState['part']) => {
    const now = draggedRef.current;
    if (!now) return;
    if (now.newStart !== undefined) return updateAndAnnounce({ newStart: now.newStart + minutes });
    if (part !== 'all' && !source.isRange && !source.endColumn) return;
    if (now.part === part) updateAndAnnounce({ delta: (now.delta ?? 0) + minutes });
    else updateAndAnnounce({ part, delta: minutes, priorChanges: state.computeChanges(now) });
  };
}

/** Returns the action of a key during a drag. Undefined for keys without one. */
function resolveKeyAction(
  { key, shiftKey, altKey }: KeyboardEvent,
  state: CalendarState,
  dragBy: (minutes: number, part: EventDragState['part']) => void,
  hours: boolean,
): (() => void) | undefined {
  const down = hours ? stepMinutes : 7 * minutesPerDay;
  const steps: Record<string, number> = {
    ArrowLeft: -minutesPerDay,
    ArrowRight: minutesPerDay,
    ArrowUp: -down,
    ArrowDown: down,
  };
  const step = steps[key];
  if (step !== undefined) return () => dragBy(step, shiftKey ? 'end' : altKey ? 'start' : 'all');
  if (key === ' ' || key === 'Enter') return state.drop;
  if (key === 'Escape') return () => state.cancel(messages.drag.canceled);
  // Tab must not move the focus during a drag.
  return key === 'Tab' ? () => undefined : undefined;
}

/**
 * Handles keys wherever the focus is. A drag can lead to another week, where the
 * event's element, and with it the focus, no longer exists. A pointer press ends
 * the drag.
 */
function useGlobalKeys(
  on: boolean,
  actionOf: (key: KeyboardEvent) => (() => void) | undefined,
  onPress: () => void,
) {
  const latest = useRef({ actionOf, onPress });
  latest.current = { actionOf, onPress };
  useEffect(() => {
    if (!on) return;
    const abort = new AbortController();
    const { signal } = abort;
    const onKey = (event: KeyboardEvent) => {
      const act = latest.current.actionOf(event);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    window.addEventListener('keydown', onKey, { signal, capture: true });
    window.addEventListener('pointerdown', () => latest.current.onPress(), { signal, capture: true });
    return () => abort.abort();
  }, [on]);
}
