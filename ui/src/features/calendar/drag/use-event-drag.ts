import { type PointerEvent, type RefObject, useRef } from 'react';
import { minutesPerDay } from '@/data/layouts/calendar-times';
import type { DragController } from '@/table/drag/use-drag-state';
import { usePointerDrag } from '@/table/drag/use-pointer-drag';
import {
  type CalendarPoint,
  findButtonDirection,
  findCalendarPoint,
  findEdgeDirection,
  findListPoint,
  scrollCalendarAtEdges,
} from '../calendar-dom';
import type { EventDragState } from '../event-drag-state';
import type { CalendarOptions } from '../use-calendar';
import { defaultStartMinute } from './interval.utils';

/** Step by which events move, in minutes. */
const snapMinutes = 15;

/** The time after which an event over a navigation button or at an edge navigates the calendar, in milliseconds. */
const navigationDelay = 600;

export interface EventDragOptions extends CalendarOptions {
  calendar: RefObject<HTMLElement | null>;
  dragState: DragController<EventDragState>;
  drop: () => void;
  cancel: (text: string) => void;
  /** The direction in which the calendar is about to navigate. */
  onEdgeDirectionChange: (way: number | undefined) => void;
}

export interface EventDragSource {
  /** Whether the event has a date. Without one it gets the date of the drop position. */
  hasDate: boolean;
  pickUp: (box: DOMRect) => void;
}

/** Drags an event by pointer: the overlay follows the pointer, the days scroll and navigate at their edges, and the time is that under the pointer. */
export function useEventDrag(options: EventDragOptions) {
  const { source, calendar, dragState, drop, cancel } = options;
  const drag = usePointerDrag();
  const edgeNavigation = useEdgeNavigation(options);
  return (event: PointerEvent<HTMLElement>, { hasDate, pickUp }: EventDragSource) => {
    const from = findCalendarPoint(event.clientX, event.clientY) ?? findListPoint(event.currentTarget);
    const aim = (x: number, y: number) => {
      const to = findCalendarPoint(x, y);
      if (!to) dragState.updateDrag({ delta: undefined, newStart: undefined });
      else if (hasDate) dragState.updateDrag({ delta: minutesBetween(from ?? to, to) });
      else
        dragState.updateDrag({
          newStart: source.grain === 'date' ? to.day * minutesPerDay : snapToMinute(to),
        });
    };
    drag(event, {
      onStart: (box) => {
        pickUp(box);
        aim(event.clientX, event.clientY);
      },
      onMove: (_x, _y, dx, dy) => dragState.moveOverlay(dx, dy),
      onFrame: (x, y) => {
        scrollCalendarAtEdges(x, y, y - event.clientY);
        edgeNavigation.over(findButtonDirection(x, y), findEdgeDirection(calendar.current, x, y));
        aim(x, y);
      },
      onDrop: (x, y) => {
        edgeNavigation.stop();
        aim(x, y);
        drop();
      },
      onCancel: () => {
        edgeNavigation.stop();
        cancel('');
      },
    });
  };
}

function snapToMinute({ day, minute }: CalendarPoint): number {
  return (
    day * minutesPerDay +
    (minute === undefined ? defaultStartMinute : Math.floor(minute / snapMinutes) * snapMinutes)
  );
}

/** Returns the minutes by which a pointer movement moves the event. */
function minutesBetween(from: CalendarPoint, to: CalendarPoint): number {
  const days = (to.day - from.day) * minutesPerDay;
  if (from.minute === undefined || to.minute === undefined) return days;
  return days + Math.round((to.minute - from.minute) / snapMinutes) * snapMinutes;
}

/** Navigates repeatedly while an event is dragged over a navigation button or at an edge. */
function useEdgeNavigation({ navigateBy, onEdgeDirectionChange }: EventDragOptions) {
  const latest = useRef(navigateBy);
  latest.current = navigateBy;
  const state = useRef<{ way: number | undefined; timer: ReturnType<typeof setInterval> | undefined }>({
    way: undefined,
    timer: undefined,
  });
  // An event that was picked up at an edge must leave the edge before holding it there navigates.
  const left = useRef(false);
  const set = (way: number | undefined) => {
    if (way === state.current.way) return;
    clearInterval(state.current.timer);
    const timer = way === undefined ? undefined : setInterval(() => latest.current(way), navigationDelay);
    state.current = { way, timer };
    onEdgeDirectionChange(way);
  };
  return {
    over: (button: number | undefined, edge: number | undefined) => {
      if (edge === undefined) left.current = true;
      set(button ?? (left.current ? edge : undefined));
    },
    stop: () => {
      left.current = false;
      set(undefined);
    },
  };
}
