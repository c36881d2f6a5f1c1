import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { formatRowKey, type Rejection, type RowWrite, type WriteOutcome } from '../batches/row-write';
import { buildWrite, type Direction } from '../edits/row-changes';
import type { Change, ChangedRow } from './change';

/** The result of an undo or redo. */
export interface ReplayResult {
  change: Change;
  direction: Direction;
  /** The number of rows that were undone or redone. */
  doneCount: number;
  /** The number of rows that were not tried, because the user stopped the replay. */
  untriedCount: number;
  /** The writes that the database rejected. */
  rejected: readonly { write: RowWrite; rejection: Rejection }[];
}

/** The rows of a change that a replay changes, in the order of their writes. */
export interface ReplayPlan {
  change: Change;
  direction: Direction;
  rows: readonly {
    /** The position of the row in the change. */
    index: number;
    /** Undefined if the row needs no write. */
    write: RowWrite | undefined;
  }[];
}

/** The result of a replay for a row: the row as it is now, if a write returned it, or why it was not written. */
type RowReplay = { row: Row | undefined } | { write: RowWrite; rejection: Rejection };

/** The results of the rows that were tried, by their position in the change. */
export type RowReplays = ReadonlyMap<number, RowReplay>;

/** Returns the writes that undo or redo a change. Undo starts with the last row, which can depend on earlier ones. */
export function planReplay(change: Change, direction: Direction): ReplayPlan {
  const isUndone = direction === 'redo';
  const rows = change.rows.flatMap((row, index) =>
    row.undone === isUndone ? [{ index, write: buildWrite(change.table, row, direction) }] : [],
  );
  return { change, direction, rows: direction === 'undo' ? rows.toReversed() : rows };
}

/** Returns the results of a replay from the outcomes of its writes, in order. */
export function readReplays(
  { rows }: ReplayPlan,
  outcomes: readonly (WriteOutcome | undefined)[],
): RowReplays {
  const results = new Map<number, RowReplay>();
  let position = 0;
  for (const { index, write } of rows) {
    if (!write) {
      results.set(index, { row: undefined });
      continue;
    }
    const outcome = outcomes[position];
    position += 1;
    if (outcome?.kind === 'saved') results.set(index, { row: outcome.row });
    else if (outcome?.kind === 'queued') results.set(index, { row: undefined });
    else if (outcome) results.set(index, { write, rejection: outcome });
  }
  return results;
}

/** Returns a row of a change after its replay. */
export function applyReplay(
  table: Table,
  row: ChangedRow,
  result: RowReplay | undefined,
  direction: Direction,
): ChangedRow {
  if (!result) return row;
  if ('rejection' in result) return { ...row, rejection: result.rejection };
  const side = direction === 'undo' ? 'before' : 'after';
  const previous = row[side];
  const current = previous && result.row ? withCurrentValues(previous, result.row) : previous;
  const isRestored = row.after === null && previous !== null && current !== null;
  const newKey = isRestored && formatRowKey(table, previous) !== formatRowKey(table, current);
  return {
    ...{ ...row, [side]: current, undone: direction === 'undo', rejection: undefined },
    ...(newKey ? { newKey } : {}),
  };
}

/** Returns the rows that the replay gave another key, by their previous key. */
export function findMovedRows(
  { change, direction }: ReplayPlan,
  results: RowReplays,
): ReadonlyMap<string, Row> {
  const moved = new Map<string, Row>();
  for (const [index, result] of results) {
    const previous = change.rows[index]?.[direction === 'undo' ? 'before' : 'after'];
    const current = 'row' in result ? result.row : undefined;
    if (!previous || !current) continue;
    const previousKey = formatRowKey(change.table, previous);
    if (previousKey !== formatRowKey(change.table, current)) moved.set(previousKey, current);
  }
  return moved;
}

/** Returns the result of a replay for the user. */
export function summarizeReplay(
  { rows, direction }: ReplayPlan,
  results: RowReplays,
  change: Change,
): ReplayResult {
  const rejected = [...results.values()].filter((result) => 'rejection' in result);
  return {
    ...{ change, direction, rejected },
    doneCount: results.size - rejected.length,
    untriedCount: rows.length - results.size,
  };
}

/** Returns the columns of `row` with their values in `current`: a restored row has new values in computed columns. */
export function withCurrentValues(row: Row, current: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Object.hasOwn(current, name) ? (current[name] ?? null) : value,
    ]),
  );
}
