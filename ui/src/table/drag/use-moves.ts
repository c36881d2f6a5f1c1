import { type RefObject, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Row } from '@/data/rows/row';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import { useTable } from '@/table/table-context';
import { tableMessages } from '@/table/table-messages';

/** A row with the changes of a move that is not saved yet. */
export interface Move {
  row: Row;
  changes: Row;
}

/** A row whose card or event moves in an animation above the view. */
export interface AnimatedRow {
  key: string;
  row: Row;
  /** The box from which the animation starts, in pixels of the viewport. */
  from: DOMRect;
}

export interface RowMoveRequest extends Move {
  key: string;
  /** The drop position of the row; undefined to move it without an animation. */
  from: DOMRect | undefined;
  /** Returns the announcement for a row as it was stored. */
  describeSaved: (row: Row) => string;
  /** The announcement if the move was rejected. */
  revertedText: string;
  /** Called when the move was rejected. The row can be outside of the visible part then. */
  onRevert?: (() => void) | undefined;
}

/** The moves of a view that are not saved yet, their animations and announcements. */
export interface RowMoves {
  /** Unsaved moves by row key, including those in the outbox. */
  moves: ReadonlyMap<string, Move>;
  animatedRows: readonly AnimatedRow[];
  /** Animates a row from a box to its element. */
  animateRow: (key: string, row: Row, from: DOMRect) => void;
  /** Removes the animation of a row. */
  endAnimation: (key: string) => void;
  /** The text of the view's live region. */
  announcement: string;
  announce: (text: string) => void;
  /** The key of the row whose element must get the focus when it is rendered at its new position. */
  focusKeyRef: RefObject<string | undefined>;
  /** Shows a move, saves it, and reverts it if the database rejects it. */
  saveMove: (request: RowMoveRequest) => Promise<void>;
}

/**
 * Saves moves of rows. Shows each move immediately, and reverts it with an animation if the database rejects it.
 * Notifies the user if the database stored other values than those of the move.
 */
export function useMoves(
  findElement: (key: string) => HTMLElement | undefined,
  notify: (text: string) => void,
): RowMoves {
  const { edits } = useTable();
  const [sendingMoves, setSendingMoves] = useState<ReadonlyMap<string, Move>>(new Map());
  const queuedEntries = useSyncExternalStore(edits.subscribe, () => edits.queuedEntries());
  const moves = useMemo(
    () => new Map([...toQueuedMoves(queuedEntries), ...sendingMoves]),
    [queuedEntries, sendingMoves],
  );
  const [animatedRows, setAnimatedRows] = useState<readonly AnimatedRow[]>([]);
  const [announcement, announce] = useState('');
  const focusKeyRef = useRef<string>(undefined);

  const animateRow = (key: string, row: Row, from: DOMRect) =>
    setAnimatedRows((before) => [...before.filter((animated) => animated.key !== key), { key, row, from }]);
  const endAnimation = (key: string) =>
    setAnimatedRows((before) => before.filter((animated) => animated.key !== key));

  const saveMove = async ({
    key,
    row,
    changes,
    from,
    describeSaved,
    revertedText,
    onRevert,
  }: RowMoveRequest) => {
    const move = { row, changes };
    setSendingMoves((before) => new Map(before).set(key, move));
    if (from) animateRow(key, row, from);
    const outcome = await edits.save(row, changes);
    const element = findElement(key);
    const box = element?.getBoundingClientRect();
    const expectedText = describeSaved({ ...row, ...changes });
    const savedText = outcome.kind === 'saved' ? describeSaved(outcome.row) : undefined;
    const isAsExpected = outcome.kind === 'queued' || savedText === expectedText;
    if (!isAsExpected && element && element === document.activeElement) focusKeyRef.current = key;
    setSendingMoves((before) => {
      if (before.get(key) !== move) return before;
      const rest = new Map(before);
      rest.delete(key);
      return rest;
    });
    if (outcome.kind === 'queued') return announce(tableMessages.moves.queued(expectedText));
    if (savedText !== undefined)
      return isAsExpected ? announce(savedText) : notify(tableMessages.moves.adjusted(savedText));
    if (box) animateRow(key, row, box);
    announce(revertedText);
    onRevert?.();
  };
  return { moves, animatedRows, animateRow, endAnimation, announcement, announce, focusKeyRef, saveMove };
}

/** Combines the queued updates of each row into a move. */
function toQueuedMoves(entries: readonly OutboxEntry[]): ReadonlyMap<string, Move> {
  const byRow = new Map<string, Move>();
  for (const { kind, rowKey, baseRow, changes } of entries) {
    const before = byRow.get(rowKey);
    if (kind === 'update')
      byRow.set(rowKey, { row: before?.row ?? baseRow, changes: { ...before?.changes, ...changes } });
  }
  return byRow;
}
