import { type PointerEvent, useRef, useState } from 'react';
import { type CalendarSource, datedSpanOf } from '@/data/layouts/calendar.utils';
import type { Row } from '@/data/rows/row';
import { lockReason } from '@/data/writes/batches/guards.utils';
import { rowKeyText } from '@/table/cells/use-cell';
import { useCarry } from '@/table/drag/use-carry';
import { useMoves } from '@/table/drag/use-moves';
import { useTable } from '@/table/table-context';
import type { Carry } from './calendar.types';
import { eventElement } from './calendar-dom';
import { changesOf } from './drag/carry.utils';
import { useDropping } from './drag/use-dropping';
import { useEventDrag } from './drag/use-event-drag';

export interface CalendarOptions {
  source: CalendarSource;
  zone: string;
  /** Goes some intervals on. */
  turn: (by: number) => void;
  /** Goes where a day is. */
  goTo: (day: number) => void;
  /** Says a short word in the bar under the rows. */
  tell: (text: string) => void;
}

/** What is carried, what was let go and isn't saved yet; and how events are moved. */
export function useCalendar(options: CalendarOptions) {
  const { source, zone } = options;
  const { table } = useTable();
  const calendar = useRef<HTMLElement>(null);
  const carrying = useCarry<Carry>();
  const moves = useMoves((key) => eventElement(calendar.current, key), options.tell);
  const { drop, cancel } = useDropping(carrying, moves, options);
  // Which way it is about to turn, while something is held at an edge.
  const [turning, setTurning] = useState<number>();
  const drag = useEventDrag({ ...options, calendar, carrying, drop, cancel, onTurning: setTurning });
  const lock = lockReason(table, source.column) ?? (source.end && lockReason(table, source.end));

  const pickUp = (row: Row, part: Carry['part'], by: Carry['by'], box: DOMRect, place?: number) => {
    carrying.pickUp({ key: rowKeyText(table, row), row, by, part, delta: 0, place, box });
  };
  const onPointerDown = (
    event: PointerEvent<HTMLElement>,
    row: Row,
    part: Carry['part'] = 'all',
    onCarried?: () => void,
  ) => {
    if (lock || rowKeyText(table, row) === '') return;
    drag(event, {
      dated: datedSpanOf(source, row, zone) !== undefined,
      pickUp: (box) => {
        pickUp(row, part, 'pointer', box);
        onCarried?.();
      },
    });
  };
  const { carry, held, x, y, carryTo } = carrying;
  return {
    ...{ calendar, carry, held, x, y, lock, turning, ...moves },
    ...{ pickUp, carryTo, drop, cancel, onPointerDown },
    changesOf: (now: Carry) => changesOf(source, now, zone),
  };
}

export type CalendarState = ReturnType<typeof useCalendar>;
