import { type PointerEvent, useRef } from 'react';
import { canReachLane, findLaneAction } from '@/data/actions/lane-moves';
import { openAction } from '@/data/actions/open-action';
import { isInLane } from '@/data/layouts/lanes.utils';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { getRowHeading } from '@/data/titles/row-titles';
import { adjacentPositions, computePosition } from '@/data/values/numbers/position.utils';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { useDragState } from '@/table/drag/use-drag-state';
import { useMoves } from '@/table/drag/use-moves';
import { useTable } from '@/table/table-context';
import type { CardDragState, Lane } from './board.types';
import { findCardElement } from './board-dom';
import { boardMessages as messages } from './board-messages';
import { useCardDrag } from './drag/use-card-drag';
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
  const { laneNamed, rowsIn, othersIn, hasMore } = useLaneRows(lanes, rowsView, sent.moves);

  const pickUp = (row: Row, from: string, inputDevice: CardDragState['inputDevice'], box: DOMRect) => {
    const key = getCachedRowKey(table, row);
    const at = rowsIn(from).findIndex((other) => getCachedRowKey(table, other) === key);
    dragState.pickUp({ key, row, inputDevice, from, lane: from, index: position && at, box });
  };

  /** Returns the changed values if the card is dropped now. Undefined if nothing changes or no drop is possible. */
  const computeChanges = (now: CardDragState): Row | undefined => {
    const lane = laneNamed(now.lane);
    if (!lane) return undefined;
    const moved: Row = lane.id === now.from ? {} : { [column.name]: lane.value };
    if (!position || now.index === undefined) return lane.id === now.from ? undefined : moved;
    const others = othersIn(lane.id, now.key);
    const own = rowsIn(now.from).findIndex((row) => getCachedRowKey(table, row) === now.key);
    if (lane.id === now.from && now.index === own) return undefined;
    const index = Math.min(now.index, hasMore(lane.id) ? others.length - 1 : others.length);
    const positions = others.map((row) => row[position.name]);
    const { before, after } = adjacentPositions(positions, index);
    const newPosition = computePosition(position, before, after);
    if (newPosition === undefined) {
      notify(messages.noPositionLeft(position.title));
      return undefined;
    }
    return { ...moved, [position.name]: newPosition };
  };

  const cancel = (text: string) => {
    const now = draggedRef.current;
    if (!now) return;
    setDragged(null);
    sent.animateRow(now.key, now.row, getOverlayBox(now));
    if (now.inputDevice === 'keyboard') sent.announce(text);
  };

  const drop = () => {
    const now = draggedRef.current;
    const lane = laneNamed(now?.lane);
    if (!now) return;
    const laneAction = lane && findLaneAction(schema, table, column, now.row, lane.value);
    if (laneAction) {
      cancel('');
      return openAction({
        ...laneAction,
        subject: { kind: 'row', table, offer: laneAction.offer, row: now.row },
      });
    }
    const changes = computeChanges(now);
    const name = getRowHeading(table, now.row);
    if (!lane || !changes) return cancel(messages.notMoved(name));
    setDragged(null);
    if (now.inputDevice === 'keyboard') sent.focusKeyRef.current = now.key;
    void sent.saveMove({
      ...{ key: now.key, row: now.row, changes, from: getOverlayBox(now) },
      describeSaved: (row) => messages.moved(name, lanes.find((each) => isInLane(each, row))?.title),
      revertedText: messages.reverted(name, laneNamed(now.from)?.title),
    });
  };

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
