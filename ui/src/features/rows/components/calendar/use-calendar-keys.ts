import { type KeyboardEvent, useEffect, useRef } from 'react';
import { datedSpanOf, dayMinutes, spanOf } from '../../api/layouts/calendar.utils';
import type { Row } from '../../api/row';
import { headingOf } from '../../values/value.utils';
import { rowKeyText } from '../cells/use-cell';
import { useTable } from '../table-context';
import type { Carry } from './calendar.types';
import { dayElement, eventElements } from './calendar-dom';
import { describeSpan } from './describe.utils';
import { startDay } from './layout.utils';
import type { CalendarOptions, CalendarState } from './use-calendar';

export interface CalendarKeys extends CalendarOptions {
  /** Days are drawn with their hours. */
  hours: boolean;
  /** The day that the keyboard is on. */
  active: number;
  create: ((day: number, minute?: number) => void) | undefined;
}

/**
 * The calendar by keyboard: arrows go from day to day, Enter into a day's
 * events; there Space picks one up, then arrows choose when, with Shift for its
 * end alone and with Alt for its start, Space drops and Escape puts it back. What
 * happens is said.
 */
export function useCalendarKeys(state: CalendarState, options: CalendarKeys) {
  const { source, zone, hours, active, goTo, turn, create } = options;
  const { table, tellLocked } = useTable();
  const { calendar, carry, held } = state;
  // The day that takes the focus once it is shown.
  const wantedDay = useRef<number>(undefined);
  useEffect(() => {
    if (wantedDay.current === undefined) return;
    const element = dayElement(calendar.current, wantedDay.current);
    if (!element) return;
    wantedDay.current = undefined;
    element.focus();
  });

  const carryBy = (minutes: number, part: Carry['part']) => {
    const now = held.current;
    if (!now) return;
    if (now.place !== undefined) return carriedTo({ place: now.place + minutes });
    const resizable = source.range || source.end;
    if (part !== 'all' && !resizable) return;
    if (now.part === part) carriedTo({ delta: (now.delta ?? 0) + minutes });
    else carriedTo({ part, delta: minutes, done: state.changesOf(now) });
  };

  const carriedTo = (to: Parameters<CalendarState['carryTo']>[0]) => {
    const before = held.current;
    state.carryTo(to);
    const now = held.current;
    if (!now) return;
    const changes = state.changesOf(now);
    if (!changes && now.delta !== 0 && before) {
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

  const carrying = (event: globalThis.KeyboardEvent): (() => void) | undefined => {
    const part = event.shiftKey ? 'end' : event.altKey ? 'start' : 'all';
    switch (event.key) {
      case 'ArrowLeft':
        return () => carryBy(-dayMinutes, part);
      case 'ArrowRight':
        return () => carryBy(dayMinutes, part);
      case 'ArrowUp':
        return () => carryBy(hours ? -15 : -7 * dayMinutes, part);
      case 'ArrowDown':
        return () => carryBy(hours ? 15 : 7 * dayMinutes, part);
      case ' ':
      case 'Enter':
        return state.drop;
      case 'Escape':
        return () => state.cancel('Put back.');
      case 'Tab':
        return () => undefined;
      default:
        return undefined;
    }
  };

  // The carried event may be in another week than where it was picked up: its element is then gone, and so is the focus.
  const latest = useRef(carrying);
  latest.current = carrying;
  const cancel = useRef(state.cancel);
  cancel.current = state.cancel;
  const byKeyboard = carry?.by === 'keyboard';
  useEffect(() => {
    if (!byKeyboard) return;
    const abort = new AbortController();
    const { signal } = abort;
    const onKey = (event: globalThis.KeyboardEvent) => {
      const act = latest.current(event);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    window.addEventListener('keydown', onKey, { signal, capture: true });
    window.addEventListener('pointerdown', () => cancel.current('Put back.'), { signal, capture: true });
    return () => abort.abort();
  }, [byKeyboard]);

  const pickUp = (element: HTMLElement, row: Row) => {
    if (state.lock) return tellLocked(source.column);
    if (rowKeyText(table, row) === '') return;
    const dated = datedSpanOf(source, row, zone);
    const place = active * dayMinutes + (source.grain === 'date' ? 0 : 9 * 60);
    state.pickUp(row, 'all', 'keyboard', element.getBoundingClientRect(), dated ? undefined : place);
    const end = source.range || source.end ? ' With Shift they move its end, with Alt its start.' : '';
    state.say(
      `${headingOf(table, row)} picked up. Arrow keys move it, Space drops it, Escape puts it back.${end}`,
    );
  };

  const focusDay = (day: number) => {
    if (day === active) return dayElement(calendar.current, day)?.focus();
    wantedDay.current = day;
    goTo(day);
  };

  const onDayKey = (event: KeyboardEvent<HTMLElement>, day: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const step = steps[event.key];
    const first = eventElements(event.currentTarget)[0];
    if (step !== undefined && !(hours && Math.abs(step) === 7)) focusDay(day + step);
    else if (event.key === 'PageUp' || event.key === 'PageDown') turn(event.key === 'PageUp' ? -1 : 1);
    else if (event.key === 'Enter' && first) first.focus();
    else if (event.key === 'Enter' || event.key === 'n') create?.(day);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onEventKey = (event: KeyboardEvent<HTMLElement>, row?: Row) => {
    if (held.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const element = event.currentTarget;
    if (event.key === ' ' && row) pickUp(element, row);
    else if (event.key.startsWith('Arrow')) focusNeighbour(element, event.key);
    else if (event.key === 'Escape' && element.closest('[data-day]')) {
      const day = Number(element.closest<HTMLElement>('[data-day]')?.dataset.day);
      dayElement(calendar.current, day)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { onDayKey, onEventKey };
}

/** Focuses the next event of the same list or day, or the first of the next day that has any. */
function focusNeighbour(element: HTMLElement, key: string) {
  const by = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1;
  const day = element.closest<HTMLElement>('[data-day]');
  const place = day ?? element.closest('ul');
  const own = eventElements(place);
  if (key === 'ArrowUp' || key === 'ArrowDown') return own[own.indexOf(element) + by]?.focus();
  const days = [...(day?.closest('[role="grid"]')?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
  for (let i = (day ? days.indexOf(day) : -1) + by; days[i]; i += by) {
    const next = eventElements(days[i])[0];
    if (next) return next.focus();
  }
}
