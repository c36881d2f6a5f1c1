import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Row } from '@/data/rows/row';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import { useTable } from '@/table/table-context';

/** A row that was let go somewhere, until the database has answered. */
export interface Move {
  row: Row;
  changes: Row;
}

/** What is on its way to where it belongs, seen over all else. */
export interface AnimatedRow {
  key: string;
  row: Row;
  from: DOMRect;
}

export interface RowMoveRequest extends Move {
  key: string;
  /** Where it was let go; it flies to its place from there. */
  from: DOMRect | undefined;
  /** What is said once it is saved, of the row as the database has it; and when it had to go back. */
  describeSaved: (row: Row) => string;
  revertedText: string;
  /** It had to go back, which may be out of sight. */
  onRevert?: (() => void) | undefined;
}

/**
 * What was moved and isn't saved yet, what flies, and what is said of it: each
 * move is shown at once, and goes back if the database refuses it. What the
 * database changed of it is told.
 */
export function useMoves(elementOf: (key: string) => HTMLElement | undefined, tell: (text: string) => void) {
  const { edits } = useTable();
  const [moving, setMoves] = useState<ReadonlyMap<string, Move>>(new Map());
  const waiting = useSyncExternalStore(edits.subscribe, () => edits.queuedEntries());
  const moves = useMemo(() => new Map([...toQueuedMoves(waiting), ...moving]), [waiting, moving]);
  const [flights, setFlights] = useState<readonly AnimatedRow[]>([]);
  const [said, say] = useState('');
  // What has to have the focus once it is in its new place.
  const wanted = useRef<string>(undefined);

  const fly = (key: string, row: Row, from: DOMRect) =>
    setFlights((before) => [...before.filter((flight) => flight.key !== key), { key, row, from }]);
  const land = (key: string) => setFlights((before) => before.filter((flight) => flight.key !== key));

  const send = async ({ key, row, changes, from, describeSaved, revertedText, onRevert }: RowMoveRequest) => {
    const move = { row, changes };
    setMoves((before) => new Map(before).set(key, move));
    if (from) fly(key, row, from);
    const outcome = await edits.save(row, changes);
    const element = elementOf(key);
    const box = element?.getBoundingClientRect();
    const dropped = describeSaved({ ...row, ...changes });
    const now = outcome.kind === 'saved' ? describeSaved(outcome.row) : undefined;
    const stays = outcome.kind === 'queued' || now === dropped;
    if (!stays && element && element === document.activeElement) wanted.current = key;
    setMoves((before) => {
      if (before.get(key) !== move) return before;
      const rest = new Map(before);
      rest.delete(key);
      return rest;
    });
    if (outcome.kind === 'queued') return say(`${dropped} It waits to be saved.`);
    if (now !== undefined) return stays ? say(now) : tell(`${now} The database changed what was set.`);
    if (box) fly(key, row, box);
    say(revertedText);
    onRevert?.();
  };
  return { moves, flights, fly, land, said, say, wanted, send };
}

/** Edits that wait to be saved, as moves: what they are about stands where it will be. */
function toQueuedMoves(entries: readonly OutboxEntry[]): ReadonlyMap<string, Move> {
  const byRow = new Map<string, Move>();
  for (const { kind, rowKey, baseRow, changes } of entries) {
    const before = byRow.get(rowKey);
    if (kind === 'update')
      byRow.set(rowKey, { row: before?.row ?? baseRow, changes: { ...before?.changes, ...changes } });
  }
  return byRow;
}
