import { useEffect, useRef } from 'react';
import { minutesPerDay, spanOf, visibleSpanOf } from '@/data/layouts/calendar-events';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import { headingOf } from '@/data/values/value.utils';
import { useTable } from '@/table/table-context';
import type { EventDragState } from '../event-drag-state';
import { startDay } from '../event-layout';
import { describeSpan } from '../events/describe-span';
import type { CalendarState } from '../use-calendar';
import type { CalendarKeysOptions } from '../use-calendar-keys';
import { defaultStartMinute } from './interval.utils';

/** Minutes that the up and down arrows go by where hours are drawn. */
const stepMinutes = 15;

/**
 * What is picked up by keyboard: arrows choose when, with Shift for its end
 * alone and with Alt for its start, Space drops and Escape puts it back. What
 * happens is said.
 */
export function useDragKeys(state: CalendarState, options: CalendarKeysOptions) {
  const { source, zone, activeDay } = options;
  const { table, showLockReason } = useTable();
  const dragBy = useDragStep(state, options);
  useGlobalKeys(
    state.dragged?.inputDevice === 'keyboard',
    (key) => resolveKeyAction(key, state, dragBy, options.hasHours),
    () => state.cancel('Put back.'),
  );
  return (element: HTMLElement, row: Row) => {
    if (state.lock) return showLockReason(source.column);
    if (rowKeyText(table, row) === '') return;
    const place = activeDay * minutesPerDay + (source.grain === 'date' ? 0 : defaultStartMinute);
    const dated = visibleSpanOf(source, row, zone) !== undefined;
    state.pickUp(row, 'all', 'keyboard', element.getBoundingClientRect(), dated ? undefined : place);
    const end =
      source.isRange || source.endColumn ? ' With Shift they move its end, with Alt its start.' : '';
    state.announce(
      `${headingOf(table, row)} picked up. Arrow keys move it, Space drops it, Escape puts it back.${end}`,
    );
  };
}

/** Moves what is carried, or one of its edges, as far as it goes. */
function useDragStep(state: CalendarState, { source, zone, goTo }: CalendarKeysOptions) {
  const { draggedRef } = state;
  const updateAndAnnounce = (to: Partial<EventDragState>) => {
    const before = draggedRef.current;
    state.updateDrag(to);
    const now = draggedRef.current;
    if (!now || !before) return;
    const changes = state.changesOf(now);
    if (!changes && now.delta !== 0) {
      const { part, delta, newStart, priorChanges } = before;
      state.updateDrag({ part, delta, newStart, priorChanges });
      return state.announce('No further.');
    }
    const span = spanOf(source, { ...now.row, ...changes }, zone);
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
    else updateAndAnnounce({ part, delta: minutes, priorChanges: state.changesOf(now) });
  };
}

/** What a key does to what is carried; undefined for one that means something else. */
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
  if (key === 'Escape') return () => state.cancel('Put back.');
  // Nothing else takes the focus meanwhile.
  return key === 'Tab' ? () => undefined : undefined;
}

/**
 * Hears keys wherever the focus is: what is carried may be in another week than
 * where it was picked up, its element gone and the focus with it. A press of the
 * pointer ends it.
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
