import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Row } from '@/data/rows/row';
import { dayElement, eventElements, nextEvent } from './calendar-dom';
import { useCarryKeys } from './drag/use-carry-keys';
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
 * events; there Space picks one up.
 */
export function useCalendarKeys(state: CalendarState, options: CalendarKeys) {
  const { hours, create } = options;
  const { calendar, held } = state;
  const focus = useDayFocus(state, options);
  const pickUp = useCarryKeys(state, options);

  const onDayKey = (event: KeyboardEvent<HTMLElement>, day: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const step = steps[event.key];
    const first = eventElements(event.currentTarget)[0];
    if (step !== undefined && !(hours && Math.abs(step) === 7)) focus.goTo(day + step);
    else if (event.key === 'PageUp' || event.key === 'PageDown') focus.turn(event.key === 'PageUp' ? -1 : 1);
    else if (event.key === 'Enter' && first) first.focus();
    else if (event.key === 'Enter' || event.key === 'n') create?.(day);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onEventKey = (event: KeyboardEvent<HTMLElement>, row?: Row, onCarried?: () => void) => {
    if (held.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const element = event.currentTarget;
    const day = element.closest<HTMLElement>('[data-day]')?.dataset.day;
    if (event.key === ' ' && row) {
      pickUp(element, row);
      if (held.current) onCarried?.();
    } else if (event.key.startsWith('Arrow')) nextEvent(element, event.key)?.focus();
    else if (event.key === 'Escape' && day) dayElement(calendar.current, Number(day))?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { onDayKey, onEventKey };
}

/** Gives a day the focus, once it is shown. */
function useDayFocus({ calendar }: CalendarState, { active, goTo, turn }: CalendarKeys) {
  // Left by a key that goes elsewhere: the day that is shown then has the focus.
  const left = useRef<number>(undefined);
  useEffect(() => {
    if (left.current === undefined || left.current === active) return;
    const element = dayElement(calendar.current, active);
    if (!element) return;
    left.current = undefined;
    element.focus();
  });
  return {
    goTo: (day: number) => {
      if (day === active) return dayElement(calendar.current, day)?.focus();
      left.current = active;
      goTo(day);
    },
    turn: (by: number) => {
      left.current = active;
      turn(by);
    },
  };
}
