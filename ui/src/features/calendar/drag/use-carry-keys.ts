import { useEffect, useRef } from 'react';
import { datedSpanOf, dayMinutes, spanOf } from '@/data/layouts/calendar.utils';
import type { Row } from '@/data/rows/row';
import { headingOf } from '@/data/values/value.utils';
import { rowKeyText } from '@/table/cells/use-cell';
import { useTable } from '@/table/table-context';
import type { Carry } from '../calendar.types';
import { describeSpan } from '../events/describe.utils';
import { startDay } from '../layout.utils';
import type { CalendarState } from '../use-calendar';
import type { CalendarKeys } from '../use-calendar-keys';
import { morning } from './interval.utils';

/** Minutes that the up and down arrows go by where hours are drawn. */
const quarter = 15;

/**
 * What is picked up by keyboard: arrows choose when, with Shift for its end
 * alone and with Alt for its start, Space drops and Escape puts it back. What
 * happens is said.
 */
export function useCarryKeys(state: CalendarState, options: CalendarKeys) {
  const { source, zone, active } = options;
  const { table, tellLocked } = useTable();
  const carryBy = useCarryBy(state, options);
  useKeysWhile(
    state.carry?.by === 'keyboard',
    (key) => actionOf(key, state, carryBy, options.hours),
    () => state.cancel('Put back.'),
  );
  return (element: HTMLElement, row: Row) => {
    if (state.lock) return tellLocked(source.column);
    if (rowKeyText(table, row) === '') return;
    const place = active * dayMinutes + (source.grain === 'date' ? 0 : morning);
    const dated = datedSpanOf(source, row, zone) !== undefined;
    state.pickUp(row, 'all', 'keyboard', element.getBoundingClientRect(), dated ? undefined : place);
    const end = source.range || source.end ? ' With Shift they move its end, with Alt its start.' : '';
    state.say(
      `${headingOf(table, row)} picked up. Arrow keys move it, Space drops it, Escape puts it back.${end}`,
    );
  };
}

/** Moves what is carried, or one of its edges, as far as it goes. */
function useCarryBy(state: CalendarState, { source, zone, goTo }: CalendarKeys) {
  const { held } = state;
  const carryTo = (to: Partial<Carry>) => {
    const before = held.current;
    state.carryTo(to);
    const now = held.current;
    if (!now || !before) return;
    const changes = state.changesOf(now);
    if (!changes && now.delta !== 0) {
      const { part, delta, place, done } = before;
      state.carryTo({ part, delta, place, done });
      return state.say('No further.');
    }
    const span = spanOf(source, { ...now.row, ...changes }, zone);
    if (!span) return;
    state.say(describeSpan(source, span));
    const day = now.part === 'end' ? Math.floor((span.end - 1) / dayMinutes) : startDay(span);
    if (Number.isFinite(day)) goTo(day);
  };
  return (minutes: number, part: Carry['part']) => {
    const now = held.current;
    if (!now) return;
    if (now.place !== undefined) return carryTo({ place: now.place + minutes });
    if (part !== 'all' && !source.range && !source.end) return;
    if (now.part === part) carryTo({ delta: (now.delta ?? 0) + minutes });
    else carryTo({ part, delta: minutes, done: state.changesOf(now) });
  };
}

/** What a key does to what is carried; undefined for one that means something else. */
function actionOf(
  { key, shiftKey, altKey }: KeyboardEvent,
  state: CalendarState,
  carryBy: (minutes: number, part: Carry['part']) => void,
  hours: boolean,
): (() => void) | undefined {
  const down = hours ? quarter : 7 * dayMinutes;
  const steps: Record<string, number> = {
    ArrowLeft: -dayMinutes,
    ArrowRight: dayMinutes,
    ArrowUp: -down,
    ArrowDown: down,
  };
  const step = steps[key];
  if (step !== undefined) return () => carryBy(step, shiftKey ? 'end' : altKey ? 'start' : 'all');
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
function useKeysWhile(
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
