import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import type { Condition } from '@/data/query/filters/filters.utils';
import type { Table } from '@/lib/api.gen';
import { groupBy } from '@/lib/text/group-by';
import { guardFilters } from './guards.utils';
import { limitConditions, splitIntoBatches } from './match-rows';
import type { RowWrite } from './row-write';

/** Maximum number of rows in one insert. */
const maxRowsPerInsert = 500;

/** A write in a batch. */
export interface PlannedWrite {
  write: RowWrite;
  /** The position of the write in the caller's list. */
  index: number;
  /** The conditions that the row must meet so that it is written: its key, then the guards. Empty for an insert. */
  conditions: readonly Condition[];
}

/**
 * Splits writes of one table into batches that each fit in one request: inserts, deletes, or updates with the same
 * changes. An update that changes the key is in a separate batch, because its row can be found in the response only by
 * position.
 */
export function planBatches(table: Table, writes: readonly RowWrite[]): PlannedWrite[][] {
  const planned = writes.map((write, index) => ({ write, index, conditions: listConditions(table, write) }));
  // The signature of one write, which can contain megabytes, is not needed.
  const groups =
    planned.length === 1
      ? [planned]
      : groupBy(planned, ({ write, index }) => getBatchSignature(table, write, index));
  return groups.flatMap((group) =>
    group[0]?.write.kind === 'insert'
      ? splitIntoChunks(group, maxRowsPerInsert)
      : splitIntoBatches(group, ({ conditions }) => conditions),
  );
}

function listConditions(table: Table, write: RowWrite): readonly Condition[] {
  switch (write.kind) {
    case 'insert':
      return [];
    case 'update':
      return guardFilters(table, write.baseRow, write.changes);
    case 'delete':
      return limitConditions(guardFilters(table, write.baseRow, write.isForced ? {} : write.baseRow));
  }
}

/** Returns a text that is the same for writes that can share a request. */
function getBatchSignature(table: Table, write: RowWrite, index: number): string {
  if (write.kind !== 'update') return write.kind;
  const changesKey = findIdentity(table)?.some((name) => name in write.changes);
  return changesKey ? String(index) : JSON.stringify(Object.entries(write.changes).toSorted());
}

function splitIntoChunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}
