import { animate } from 'framer-motion';
import { type KeyboardEvent, useEffect } from 'react';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import { headingOf } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { spring } from '@/lib/browser/motion';
import { useTable } from '@/table/table-context';
import type { Lane } from '../board.types';
import { findCardElement, findCardElements, findLaneElement, findLaneElements } from '../board-dom';
import type { BoardState } from '../use-board';

/**
 * The board by keyboard: arrows go from card to card; Space picks one up, then
 * arrows choose where, Space drops and Escape puts it back. What happens is said.
 */
export function useBoardKeys(state: BoardState, lanes: readonly Lane[], column: Column, byHand: boolean) {
  const { table, showLockReason } = useTable();
  const { board, dragged, x, y } = state;

  // What is carried by keyboard goes to where it would land.
  useEffect(() => {
    if (dragged?.inputDevice !== 'keyboard') return;
    const lane = findLaneElement(board.current, dragged.lane ?? '');
    lane?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const place = lane?.querySelector('[data-placeholder]');
    place?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = (place ?? findCardElement(board.current, dragged.key))?.getBoundingClientRect();
    if (!box) return;
    const running = [animate(x, box.left, spring), animate(y, box.top, spring)];
    return () => {
      for (const animation of running) animation.stop();
    };
  }, [board, dragged, x, y]);

  const sayPlace = (laneId: string, index: number | undefined) => {
    const lane = state.laneNamed(laneId);
    const count = state.othersIn(laneId, state.draggedRef.current?.key ?? '').length;
    const place = index === undefined ? '' : `, place ${index + 1} of ${count + 1}`;
    state.announce(`${lane?.title ?? ''}${place}`);
  };

  const pickUp = (event: KeyboardEvent<HTMLElement>, row: Row, lane: string) => {
    if (state.lock) return showLockReason(column);
    if (rowKeyText(table, row) === '') return;
    state.pickUp(row, lane, 'keyboard', event.currentTarget.getBoundingClientRect());
    const where = state.laneNamed(lane)?.title ?? '';
    state.announce(
      `${headingOf(table, row)} picked up in ${where}. Arrow keys move it, Space drops it, Escape puts it back.`,
    );
  };

  const step = (by: number) => {
    const now = state.draggedRef.current;
    if (!now) return;
    const next = lanes[lanes.findIndex((lane) => lane.id === now.lane) + by];
    if (!next) return;
    const most = state.othersIn(next.id, now.key).length;
    const index = byHand ? Math.min(now.index ?? 0, most) : undefined;
    state.updateDrag({ lane: next.id, index });
    sayPlace(next.id, index);
  };

  const shift = (by: number) => {
    const now = state.draggedRef.current;
    if (!byHand || !now?.lane) return;
    const most = state.othersIn(now.lane, now.key).length;
    const index = Math.min(most, Math.max(0, (now.index ?? 0) + by));
    state.updateDrag({ index });
    sayPlace(now.lane, index);
  };

  const dragActions = new Map<string, () => void>([
    ['ArrowLeft', () => step(-1)],
    ['ArrowRight', () => step(1)],
    ['ArrowUp', () => shift(-1)],
    ['ArrowDown', () => shift(1)],
    [' ', state.drop],
    ['Enter', state.drop],
    ['Escape', () => state.cancel('Put back.')],
  ]);
  const focusDirections: Record<string, readonly [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };

  return (event: KeyboardEvent<HTMLElement>, row: Row, lane: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = state.draggedRef.current?.inputDevice === 'keyboard' ? dragActions.get(event.key) : undefined;
    const direction = state.draggedRef.current ? undefined : focusDirections[event.key];
    if (!act && !direction && (event.key !== ' ' || state.draggedRef.current)) return;
    event.preventDefault();
    event.stopPropagation();
    if (act) act();
    else if (direction) focusNeighborCard(board.current, event.currentTarget, direction);
    else pickUp(event, row, lane);
  };
}

/** Focuses the next card up or down, or the one at the same height in the next lane that has any. */
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
