import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Row } from '@/data/rows/row';
import { findDayElement, findEventElements, findNextEventElement } from './calendar-dom';
import { useDragKeys } from './drag/use-drag-keys';
import type { CalendarOptions, CalendarState } from './use-calendar';

export interface CalendarKeysOptions extends CalendarOptions {
  /** Whether the view shows the hours of days. */
  hasHours: boolean;
  /** The day with the keyboard focus. */
  activeDay: number;
  create: ((day: number, minute?: number) => void) | undefined;
}

/**
 * Returns the keyboard handlers of the calendar. Arrow keys move between days,
 * Enter moves into a day's events, and Space picks up an event.
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
    else if (event.key === 'PageUp' || event.key === 'PageDown')
      focus.navigateBy(event.key === 'PageUp' ? -1 : 1);
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
    } else if (/^Arrow/.test(event.key)) findNextEventElement(element, event.key)?.focus();
    else if (event.key === 'Escape' && day) findDayElement(calendar.current, Number(day))?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { onDayKey, onEventKey };
}

/** Focuses a day after it is rendered. */
function useDayFocus({ calendar }: CalendarState, { activeDay, goTo, navigateBy }: CalendarKeysOptions) {
  // A key navigated to other days: the visible day then takes the focus.
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
    navigateBy: (by: number) => {
      left.current = activeDay;
      navigateBy(by);
    },
  };
}
