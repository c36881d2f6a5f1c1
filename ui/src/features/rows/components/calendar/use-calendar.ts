import { type PointerEvent, useRef } from 'react';
import { lockReason } from '../../api/changes/guards.utils';
import {
  type CalendarSource,
  datedSpanOf,
  dayMinutes,
  movedBy,
  placedAt,
  resizedBy,
  spanOf,
} from '../../api/layouts/calendar.utils';
import type { Row } from '../../api/row';
import { headingOf } from '../../values/value.utils';
import { useCarry } from '../carry/use-carry';
import { useMoves } from '../carry/use-moves';
import { usePointerDrag } from '../carry/use-pointer-drag';
import { rowKeyText } from '../cells/use-cell';
import { useTable } from '../table-context';
import type { Carry } from './calendar.types';
import { type CalendarPoint, eventElement, pointAt, turnAt } from './calendar-dom';
import { describeSpan } from './describe.utils';
import { startDay } from './layout.utils';

/** Events move by quarters of an hour. */
const snap = 15;

/** When a row that is dropped on a day without hours begins. */
const morning = 9 * 60;

/** How long something is held over 'next' before the calendar turns, in milliseconds. */
const turnAfter = 600;

export interface CalendarOptions {
  source: CalendarSource;
  zone: string;
  /** Goes some intervals on. */
  turn: (by: number) => void;
  /** Goes where a day is. */
  goTo: (day: number) => void;
}

/** What is carried, what was let go and isn't saved yet; and how events are moved. */
export function useCalendar({ source, zone, turn, goTo }: CalendarOptions) {
  const { table } = useTable();
  const calendar = useRef<HTMLElement>(null);
  const carrying = useCarry<Carry>();
  const { carry, held, x, y, hold, carryTo, ghostBox } = carrying;
  const moves = useMoves((key) => eventElement(calendar.current, key));
  const drag = usePointerDrag();
  const lock = lockReason(table, source.column) ?? (source.end && lockReason(table, source.end));

  const pickUp = (row: Row, part: Carry['part'], by: Carry['by'], box: DOMRect, place?: number) => {
    carrying.pickUp({ key: rowKeyText(table, row), row, by, part, delta: 0, place, box });
  };

  /** What dropping it here changes; undefined where nothing can be, or has to be. */
  const changesOf = ({ row, part, delta, place, done }: Carry): Row | undefined => {
    if (place !== undefined) return placedAt(source, place, zone);
    if (!delta) return done;
    const from = { ...row, ...done };
    const more =
      part === 'all' ? movedBy(source, from, delta, zone) : resizedBy(source, from, part, delta, zone);
    return more && { ...done, ...more };
  };

  /** What was carried by keyboard may have left the days where it was picked up. */
  const goBack = (row: Row) => {
    const span = spanOf(source, row, zone);
    const day = span && startDay(span);
    if (day !== undefined && Number.isFinite(day)) goTo(day);
  };

  const cancel = (text: string) => {
    const now = held.current;
    if (!now) return;
    hold(null);
    if (now.by === 'pointer' && now.part === 'all') moves.fly(now.key, now.row, ghostBox(now));
    if (now.by === 'keyboard') {
      moves.wanted.current = now.key;
      moves.say(text);
      goBack(now.row);
    }
  };

  const drop = () => {
    const now = held.current;
    if (!now) return;
    const name = headingOf(table, now.row);
    const changes = changesOf(now);
    if (!changes) return cancel(`${name} stays where it was.`);
    hold(null);
    if (now.by === 'keyboard') moves.wanted.current = now.key;
    const after = spanOf(source, { ...now.row, ...changes }, zone);
    const before = spanOf(source, now.row, zone);
    void moves.send({
      ...{ key: now.key, row: now.row, changes },
      from: now.by === 'pointer' && now.part === 'all' ? ghostBox(now) : undefined,
      saved: `${name} is now ${after ? describeSpan(source, after) : 'without a date'}.`,
      onBack: now.by === 'keyboard' ? () => goBack(now.row) : undefined,
      back: `${name} went back to ${before ? describeSpan(source, before) : 'those without a date'}.`,
    });
  };

  const follow = (from: CalendarPoint | undefined, dated: boolean, x: number, y: number) => {
    const to = pointAt(x, y);
    if (!to) return carryTo({ delta: undefined, place: undefined });
    if (!dated) {
      const minute = to.minute === undefined ? morning : Math.floor(to.minute / snap) * snap;
      return carryTo({ place: to.day * dayMinutes + (source.grain === 'date' ? 0 : minute) });
    }
    const days = (to.day - (from?.day ?? to.day)) * dayMinutes;
    const minutes =
      from?.minute !== undefined && to.minute !== undefined
        ? Math.round((to.minute - from.minute) / snap) * snap
        : 0;
    carryTo({ delta: days + minutes });
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>, row: Row, part: Carry['part'] = 'all') => {
    if (lock || rowKeyText(table, row) === '') return;
    const dated = datedSpanOf(source, row, zone) !== undefined;
    const from = pointAt(event.clientX, event.clientY);
    let turning: ReturnType<typeof setInterval> | undefined;
    let way: number | undefined;
    const over = (by: number | undefined) => {
      if (by === way) return;
      way = by;
      clearInterval(turning);
      if (by !== undefined) turning = setInterval(() => turn(by), turnAfter);
    };
    drag(event, {
      onStart: (box) => {
        pickUp(row, part, 'pointer', box);
        follow(from, dated, event.clientX, event.clientY);
      },
      onMove: (pointX, pointY, dx, dy) => {
        const box = held.current?.box;
        if (!box) return;
        x.set(box.left + dx);
        y.set(box.top + dy);
        over(turnAt(pointX, pointY));
        follow(from, dated, pointX, pointY);
      },
      onDrop: () => {
        over(undefined);
        drop();
      },
      onCancel: () => {
        over(undefined);
        cancel('');
      },
    });
  };

  return {
    ...{ calendar, carry, held, x, y, lock, ...moves },
    ...{ pickUp, carryTo, changesOf, drop, cancel, onPointerDown },
  };
}

export type CalendarState = ReturnType<typeof useCalendar>;
