import { type PointerEvent, type RefObject, useRef } from 'react';
import { dayMinutes } from '@/data/layouts/calendar.utils';
import type { useCarry } from '@/table/drag/use-carry';
import { usePointerDrag } from '@/table/drag/use-pointer-drag';
import type { Carry } from '../calendar.types';
import {
  buttonTurnAt,
  type CalendarPoint,
  edgeTurnAt,
  listedAt,
  pointAt,
  scrollAtEdges,
} from '../calendar-dom';
import type { CalendarOptions } from '../use-calendar';
import { morning } from './interval.utils';

/** Events move by quarters of an hour. */
const snap = 15;

/** How long something is held over 'next' or at an edge before the calendar turns, in milliseconds. */
const turnAfter = 600;

export interface EventDragOptions extends CalendarOptions {
  calendar: RefObject<HTMLElement | null>;
  carrying: ReturnType<typeof useCarry<Carry>>;
  drop: () => void;
  cancel: (text: string) => void;
  /** Which way the calendar is about to turn; undefined for none. */
  onTurning: (way: number | undefined) => void;
}

export interface EventDrag {
  /** It has a date, from which it is moved; else it gets the one where it is dropped. */
  dated: boolean;
  pickUp: (box: DOMRect) => void;
}

/** An event under the pointer: its ghost follows, days scroll and turn at their edges, and its time is that of the place below it. */
export function useEventDrag(options: EventDragOptions) {
  const { source, calendar, carrying, drop, cancel } = options;
  const drag = usePointerDrag();
  const turning = useTurning(options);
  return (event: PointerEvent<HTMLElement>, { dated, pickUp }: EventDrag) => {
    const from = pointAt(event.clientX, event.clientY) ?? listedAt(event.currentTarget);
    const aim = (x: number, y: number) => {
      const to = pointAt(x, y);
      if (!to) carrying.carryTo({ delta: undefined, place: undefined });
      else if (dated) carrying.carryTo({ delta: minutesBetween(from ?? to, to) });
      else carrying.carryTo({ place: source.grain === 'date' ? to.day * dayMinutes : momentAt(to) });
    };
    drag(event, {
      onStart: (box) => {
        pickUp(box);
        aim(event.clientX, event.clientY);
      },
      onMove: (_x, _y, dx, dy) => carrying.follow(dx, dy),
      onFrame: (x, y) => {
        scrollAtEdges(x, y, y - event.clientY);
        turning.over(buttonTurnAt(x, y), edgeTurnAt(calendar.current, x, y));
        aim(x, y);
      },
      onDrop: (x, y) => {
        turning.stop();
        aim(x, y);
        drop();
      },
      onCancel: () => {
        turning.stop();
        cancel('');
      },
    });
  };
}

function momentAt({ day, minute }: CalendarPoint): number {
  return day * dayMinutes + (minute === undefined ? morning : Math.floor(minute / snap) * snap);
}

/** By how much a pointer that went from one point to another moves what it carries. */
function minutesBetween(from: CalendarPoint, to: CalendarPoint): number {
  const days = (to.day - from.day) * dayMinutes;
  if (from.minute === undefined || to.minute === undefined) return days;
  return days + Math.round((to.minute - from.minute) / snap) * snap;
}

/** Turns the calendar, again and again, while something is held over its buttons or at its edges. */
function useTurning({ turn, onTurning }: EventDragOptions) {
  const latest = useRef(turn);
  latest.current = turn;
  const state = useRef<{ way: number | undefined; timer: ReturnType<typeof setInterval> | undefined }>({
    way: undefined,
    timer: undefined,
  });
  // What is picked up at an edge isn't held there until it has been elsewhere.
  const left = useRef(false);
  const set = (way: number | undefined) => {
    if (way === state.current.way) return;
    clearInterval(state.current.timer);
    const timer = way === undefined ? undefined : setInterval(() => latest.current(way), turnAfter);
    state.current = { way, timer };
    onTurning(way);
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
