import { useQueryClient } from '@tanstack/react-query';
import { useMotionValue } from 'framer-motion';
import { type PointerEvent, useRef, useState } from 'react';
import type { Column } from '@/lib/api.gen';
import { lockReason } from '../../api/guards.utils';
import { type RowsView, rowKeys } from '../../api/keys';
import { type LaneData, laneWithMoves } from '../../api/lanes.utils';
import type { Row } from '../../api/row';
import { between } from '../../values/position.utils';
import { headingOf } from '../../values/value.utils';
import { useMoves } from '../carry/use-moves';
import { usePointerDrag } from '../carry/use-pointer-drag';
import { rowKeyText } from '../cells/use-cell';
import { useTable } from '../table-context';
import type { Carry, Lane } from './board.types';
import { cardElement, dropPlace, scrollAtEdges } from './board-dom';

export interface BoardOptions {
  column: Column;
  lanes: readonly Lane[];
  rowsView: RowsView;
  /** The column that holds a card's place in its lane, where places are chosen by hand. */
  position: Column | undefined;
  tell: (text: string) => void;
}

/** What is carried, what was let go and isn't saved yet, and what flies; and how cards are moved. */
export function useBoard(options: BoardOptions) {
  const { column, lanes, rowsView, position, tell } = options;
  const { table } = useTable();
  const client = useQueryClient();
  const board = useRef<HTMLElement>(null);
  const [carry, setCarry] = useState<Carry | null>(null);
  const held = useRef<Carry | null>(null);
  const sent = useMoves((key) => cardElement(board.current, key));
  const { moves, fly, say, wanted } = sent;
  const x = useMotionValue(0);
  const y = useMotionValue(0);
  const drag = usePointerDrag();
  const lock = lockReason(table, column);

  const laneNamed = (id: string | undefined) => lanes.find((lane) => lane.id === id);
  const laneData = (lane: Lane | undefined): LaneData | undefined => {
    const data = lane && client.getQueryData<LaneData>(rowKeys.lane(table, rowsView, refOf(lane)));
    return lane && data && withMoves(lane, data);
  };
  const withMoves = (lane: Lane, data: LaneData) =>
    laneWithMoves(table, rowsView.order, refOf(lane), data, moves);
  const rowsIn = (id: string | undefined): Row[] =>
    laneData(laneNamed(id))?.pages.flatMap((page) => page.rows) ?? [];
  const othersIn = (id: string | undefined, key: string) =>
    rowsIn(id).filter((row) => rowKeyText(table, row) !== key);

  const hold = (next: Carry | null) => {
    held.current = next;
    setCarry(next);
  };

  const pickUp = (row: Row, from: string, by: Carry['by'], box: DOMRect) => {
    const key = rowKeyText(table, row);
    const at = rowsIn(from).findIndex((other) => rowKeyText(table, other) === key);
    x.jump(box.left);
    y.jump(box.top);
    hold({ key, row, by, from, lane: from, index: position && at, box });
  };

  const carryTo = (lane: string | undefined, index: number | undefined) => {
    const now = held.current;
    if (now && (now.lane !== lane || now.index !== index)) hold({ ...now, lane, index });
  };

  /** What dropping it here changes; undefined where nothing can be, or has to be. */
  const changesOf = (now: Carry): Row | undefined => {
    const lane = laneNamed(now.lane);
    if (!lane) return undefined;
    const moved: Row = lane.id === now.from ? {} : { [column.name]: lane.value };
    if (!position || now.index === undefined) return lane.id === now.from ? undefined : moved;
    const others = othersIn(lane.id, now.key);
    const own = rowsIn(now.from).findIndex((row) => rowKeyText(table, row) === now.key);
    if (lane.id === now.from && now.index === own) return undefined;
    const more = laneData(lane)?.pages.at(-1)?.more === true;
    const index = Math.min(now.index, more ? others.length - 1 : others.length);
    const place = between(position, others[index - 1]?.[position.name], others[index]?.[position.name]);
    if (place === undefined) {
      tell(`${position.title} has no number left between these two.`);
      return undefined;
    }
    return { ...moved, [position.name]: place };
  };

  const ghostBox = (now: Carry) => new DOMRect(x.get(), y.get(), now.box.width, now.box.height);

  const cancel = (text: string) => {
    const now = held.current;
    if (!now) return;
    hold(null);
    fly(now.key, now.row, ghostBox(now));
    if (now.by === 'keyboard') say(text);
  };

  const drop = () => {
    const now = held.current;
    const lane = laneNamed(now?.lane);
    if (!now) return;
    const changes = changesOf(now);
    if (!lane || !changes) return cancel(`${headingOf(table, now.row)} stays where it was.`);
    hold(null);
    if (now.by === 'keyboard') wanted.current = now.key;
    const name = headingOf(table, now.row);
    void sent.send({
      ...{ key: now.key, row: now.row, changes, from: ghostBox(now) },
      saved: `${name} is now in ${lane.title}.`,
      back: `${name} went back to ${laneNamed(now.from)?.title ?? 'where it was'}.`,
    });
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>, row: Row, from: string) => {
    if (lock || rowKeyText(table, row) === '') return;
    let point = { x: event.clientX, y: event.clientY };
    let frame = 0;
    const follow = () => {
      const now = held.current;
      if (!now) return;
      scrollAtEdges(board.current, point.x, point.y);
      const place = dropPlace(point.x, point.y, now.key);
      carryTo(place.lane, position && place.index);
      frame = requestAnimationFrame(follow);
    };
    drag(event, {
      onStart: (box) => {
        pickUp(row, from, 'pointer', box);
        frame = requestAnimationFrame(follow);
      },
      onMove: (pointX, pointY, dx, dy) => {
        point = { x: pointX, y: pointY };
        const box = held.current?.box;
        if (!box) return;
        x.set(box.left + dx);
        y.set(box.top + dy);
      },
      onDrop: () => {
        cancelAnimationFrame(frame);
        const place = dropPlace(point.x, point.y, held.current?.key ?? '');
        carryTo(place.lane, position && place.index);
        drop();
      },
      onCancel: () => {
        cancelAnimationFrame(frame);
        cancel('');
      },
    });
  };

  return {
    ...{ board, carry, held, x, y, lock, ...sent },
    ...{ pickUp, carryTo, drop, cancel, onPointerDown, rowsIn, othersIn, laneNamed },
  };
}

export type Board = ReturnType<typeof useBoard>;

/** The part of a lane by which its rows are kept. */
export function refOf({ column, value }: Lane) {
  return { column, value };
}
