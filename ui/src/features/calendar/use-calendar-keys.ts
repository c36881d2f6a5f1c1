import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Row } from '@/data/rows/row';
import { findDayElement, findEventElements, findNextEventElement } from './calendar-dom';
import { useDragKeys } from './drag/use-drag-keys';
import type { CalendarOptions, CalendarState } from './use-calendar';

export interface CalendarKeysOptions extends CalendarOptions {
  /** Days are drawn with their hours. */
  hasHours: boolean;
  /** The day that the keyboard is on. */
  activeDay: number;
  create: ((day: number, minute?: number) => void) | undefined;
}

/**
 * The calendar by keyboard: arrows go from day to day, Enter into a day's
 * events; there Space picks one up.
 */
export function useCalendarKeys(state: CalendarState, options: CalendarKeysOptions) {
  const { hasHours, create } = options;
  const { calendar, draggedRef } = state;
  const focus = useDayFocus(state, options);
  const pickUp = useDragKeys(state, options);

  const onDayKey = (event: KeyboardEvent<HTMLElement>, day: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const step = steps[event.key];
    const first = findEventElements(event.currentTarget)[0];
    if (step !== undefined && !(hasHours && Math.abs(step) === 7)) focus.goTo(day + step);
    else if (event.key === 'PageUp' || event.key === 'PageDown') focus.turn(event.key === 'PageUp' ? -1 : 1);
    else if (event.key === 'Enter' && first) first.focus();
    else if (event.key === 'Enter' || event.key === 'n') create?.(day);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onEventKey = (event: KeyboardEvent<HTMLElement>, row?: Row, onDragStart?: () => void) => {
    if (draggedRef.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const element = event.currentTarget;
    const day = element.closest<HTMLElement>('[data-day]')?.dataset.day;
    if (event.key === ' ' && row) {
      pickUp(element, row);
      if (draggedRef.current) onDragStart?.();
    } else if (event.key.startsWith('Arrow')) findNextEventElement(element, event.key)?.focus();
    else if (event.key === 'Escape' && day) findDayElement(calendar.current, Number(day))?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { onDayKey, onEventKey };
}

/** Gives a day the focus, once it is shown. */
function useDayFocus({ calendar }: CalendarState, { activeDay, goTo, navigateBy }: CalendarKeysOptions) {
  // Left by a key that goes elsewhere: the day that is shown then has the focus.
  const left = useRef<number>(undefined);
  useEffect(() => {
    if (left.current === undefined || left.current === activeDay) return;
    const element = findDayElement(calendar.current, activeDay);
    if (!element) return;
    left.current = undefined;
    element.focus();
  });
  return {
    goTo: (day: number) => {
      if (day === activeDay) return findDayElement(calendar.current, day)?.focus();
      left.current = activeDay;
      goTo(day);
    },
    turn: (by: number) => {
      left.current = activeDay;
      navigateBy(by);
    },
  };
}
