import { animate } from 'framer-motion';
import { type KeyboardEvent, useEffect } from 'react';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import type { Column } from '@/lib/api.gen';
import { spring } from '@/lib/browser/theme/motion';
import { useTable } from '@/table/table-context';
import type { Lane } from '../board.types';
import { findCardElement, findCardElements, findLaneElement, findLaneElements } from '../board-dom';
import { boardMessages as messages } from '../board-messages';
import type { BoardState } from '../use-board';

const focusDirections: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns the keyboard handler of the cards. Arrow keys move the focus between
 * cards. Space picks up a card; then the arrow keys choose its position, Space
 * drops it and Escape cancels. Each step is announced to screen readers.
 */
export function useBoardKeys(
  state: BoardState,
  lanes: readonly Lane[],
  column: Column,
  isManualOrder: boolean,
) {
  const { table, showLockReason } = useTable();

  useKeyboardOverlay(state);

  const { moveToLane, moveWithinLane } = useCardMoves(state, lanes, isManualOrder);

  const pickUp = (event: KeyboardEvent<HTMLElement>, row: Row, lane: string) => {
    if (state.lock) return showLockReason(column);
    if (getCachedRowKey(table, row) === '') return;
    state.pickUp(row, lane, 'keyboard', event.currentTarget.getBoundingClientRect());
    const laneTitle = state.laneNamed(lane)?.title ?? '';
    state.announce(messages.pickedUp(getRowHeading(table, row), laneTitle));
  };

  const dragActions = new Map<string, () => void>([
    ['ArrowLeft', () => moveToLane(-1)],
    ['ArrowRight', () => moveToLane(1)],
    ['ArrowUp', () => moveWithinLane(-1)],
    ['ArrowDown', () => moveWithinLane(1)],
    [' ', state.drop],
    ['Enter', state.drop],
    ['Escape', () => state.cancel(messages.canceled)],
  ]);
  return (event: KeyboardEvent<HTMLElement>, row: Row, lane: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = state.draggedRef.current?.inputDevice === 'keyboard' ? dragActions.get(event.key) : undefined;
    const direction = state.draggedRef.current ? undefined : focusDirections[event.key];
    if (!act && !direction && (event.key !== ' ' || state.draggedRef.current)) return;
    event.preventDefault();
    event.stopPropagation();
    if (act) act();
    else if (direction) focusNeighborCard(state.board.current, event.currentTarget, direction);
    else pickUp(event, row, lane);
  };
}

/** Returns functions that move the dragged card, and announce its new position to screen readers. */
function useCardMoves(state: BoardState, lanes: readonly Lane[], isManualOrder: boolean) {
  const announcePosition = (laneId: string, index: number | undefined) => {
    const lane = state.laneNamed(laneId);
    const count = state.othersIn(laneId, state.draggedRef.current?.key ?? '').length;
    const position = index === undefined ? undefined : index + 1;
    state.announce(messages.position(lane?.title ?? '', position, count + 1));
  };

  const moveToLane = (by: number) => {
    const now = state.draggedRef.current;
    if (!now) return;
    const next = lanes[lanes.findIndex((lane) => lane.id === now.lane) + by];
    if (!next) return;
    const maxIndex = state.othersIn(next.id, now.key).length;
    const index = isManualOrder ? Math.min(now.index ?? 0, maxIndex) : undefined;
    state.updateDrag({ lane: next.id, index });
    announcePosition(next.id, index);
  };

  const moveWithinLane = (by: number) => {
    const now = state.draggedRef.current;
    if (!isManualOrder || !now?.lane) return;
    const maxIndex = state.othersIn(now.lane, now.key).length;
    const index = Math.min(maxIndex, Math.max(0, (now.index ?? 0) + by));
    state.updateDrag({ index });
    announcePosition(now.lane, index);
  };

  return { moveToLane, moveWithinLane };
}

/** Moves the overlay of a card that is dragged by keyboard to its drop position. */
function useKeyboardOverlay({ board, dragged, x, y }: BoardState) {
  useEffect(() => {
    if (dragged?.inputDevice !== 'keyboard') return;
    const lane = findLaneElement(board.current, dragged.lane ?? '');
    lane?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const placeholder = lane?.querySelector('[data-placeholder]');
    placeholder?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = (placeholder ?? findCardElement(board.current, dragged.key))?.getBoundingClientRect();
    if (!box) return;
    const animations = [animate(x, box.left, spring), animate(y, box.top, spring)];
    return () => {
      for (const animation of animations) animation.stop();
    };
  }, [board, dragged, x, y]);
}

/** Focuses the card above or below, or the card at the same index in the next lane that has cards. */
function focusNeighborCard(
  board: Element | null,
  card: HTMLElement,
  [right, down]: readonly [number, number],
) {
  const lanes = findLaneElements(board);
  const lane = card.closest<HTMLElement>('[data-lane]');
  const cards = findCardElements(lane);
  const at = cards.indexOf(card);
  if (down !== 0) return cards[at + down]?.focus();
  for (let i = (lane ? lanes.indexOf(lane) : -1) + right; lanes[i]; i += right) {
    const others = findCardElements(lanes[i]);
    const next = others[Math.min(at, others.length - 1)];
    if (next) return next.focus();
  }
}
