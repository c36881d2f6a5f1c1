import { type PointerEvent, useRef } from 'react';
import { canReachLane } from '@/data/actions/offers/lane-moves';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { useDragState } from '@/table/drag/use-drag-state';
import { useMoves } from '@/table/drag/use-moves';
import { useTable } from '@/table/table-context';
import type { CardDragState, Lane } from './board.types';
import { findCardElement } from './board-dom';
import { useCardChanges } from './drag/use-card-changes';
import { useCardDrag } from './drag/use-card-drag';
import { useCardDrop } from './drag/use-card-drop';
import { useLaneRows } from './lanes/use-lane-rows';

export interface BoardOptions {
  column: Column;
  lanes: readonly Lane[];
  rowsView: RowsView;
  /** The column with a card's position in its lane, if the order is manual. */
  position: Column | undefined;
  notify: (text: string) => void;
}

/** Returns the board's state (dragged card, moves that are not saved yet, animated cards) and the actions that move cards. */
export function useBoard(options: BoardOptions) {
  const { column, lanes, rowsView, position, notify } = options;
  const { table } = useTable();
  const schema = useSchema();
  const board = useRef<HTMLElement>(null);
  const dragState = useDragState<CardDragState>();
  const { dragged, draggedRef, x, y, setDragged, updateDrag, getOverlayBox } = dragState;
  const sent = useMoves((key) => findCardElement(board.current, key), notify);
  const drag = useCardDrag();
  const lock = lockReason(table, column);
  const laneRows = useLaneRows(lanes, rowsView, sent.moves);
  const { laneNamed, rowsIn, othersIn } = laneRows;

  const pickUp = (row: Row, from: string, inputDevice: CardDragState['inputDevice'], box: DOMRect) => {
    const key = getCachedRowKey(table, row);
    const at = rowsIn(from).findIndex((other) => getCachedRowKey(table, other) === key);
    dragState.pickUp({ key, row, inputDevice, from, lane: from, index: position && at, box });
  };

  const computeChanges = useCardChanges(options, laneRows);

  const cancel = (text: string) => {
    const now = draggedRef.current;
    if (!now) return;
    setDragged(null);
    sent.animateRow(now.key, now.row, getOverlayBox(now));
    if (now.inputDevice === 'keyboard') sent.announce(text);
  };

  const drop = useCardDrop(options, { dragState, sent, laneNamed, computeChanges, cancel });

  const onPointerDown = (event: PointerEvent<HTMLElement>, row: Row, from: string) => {
    if (lock || getCachedRowKey(table, row) === '') return;
    drag(event, {
      ...{ board, dragState, drop },
      hasManualOrder: position !== undefined,
      pickUp: (box) => pickUp(row, from, 'pointer', box),
      cancel: () => cancel(''),
    });
  };

  /** Whether neither a transition nor an action moves the dragged card to a lane. */
  const isUnreachable = (lane: Lane) =>
    dragged !== null && !canReachLane(schema, table, column, dragged.row, lane.value);

  return {
    isUnreachable,
    ...{ board, dragged, draggedRef, x, y, lock, ...sent },
    ...{ pickUp, updateDrag, drop, cancel, onPointerDown, rowsIn, othersIn, laneNamed },
  };
}

export type BoardState = ReturnType<typeof useBoard>;
