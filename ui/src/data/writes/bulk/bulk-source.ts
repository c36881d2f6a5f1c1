import { anyOf, beyond, type Cut, cutBeside } from '@/data/paging/cursor/cut.utils';
import { keysetOrder } from '@/data/paging/cursor/keyset.utils';
import type { Filter } from '@/data/query/filters.utils';
import type { KeyValue } from '@/data/query/page-state.utils';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { changedMeanwhile, keyOf, keyText } from '../batches/guards.utils';
import type { BulkAccess, BulkSource, RowResult, SourcePage } from './bulk.types';
import { anyKey, keyBatches, mostTogether } from './bulk-filters.utils';

/** Which rows a bulk change is about. */
export type BulkScope =
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'all'; filters: readonly Filter[]; except: ReadonlyMap<string, Row> };

export interface SourceOptions {
  table: Table;
  access: BulkAccess;
  /** What is read of each row. */
  columns: readonly string[];
  /** The columns that are to be changed. */
  changed: readonly string[];
  /** The backend's max rows; 0 is no limit. */
  maxRows: number;
}

/** The rows of a scope, read anew as their turn comes. */
export function sourceOf(scope: BulkScope, options: SourceOptions): BulkSource {
  return scope.kind === 'rows'
    ? tickedSource(scope.rows, options)
    : matchSource(scope.filters, scope.except, options);
}

/** Rows that were ticked: those that changed since in what is to be changed are told, not changed. */
function tickedSource(rows: readonly Row[], options: SourceOptions): BulkSource {
  const { table, access, columns, changed } = options;
  const keyed = rows.flatMap((row) => {
    const key = keyOf(table, row);
    return key ? [{ row, key }] : [];
  });
  const batches = keyBatches(keyed, ({ key }) => key);
  let at = 0;
  return {
    filters: [],
    next: async () => {
      const batch = batches[at];
      if (!batch) return undefined;
      const filters = [anyKey(batch.map(({ key }) => key))];
      const now = await access.read(table, { filters, columns, limit: batch.length });
      at += 1;
      return sortOut(table, batch, now, changed);
    },
  };
}

function sortOut(
  table: Table,
  batch: readonly { row: Row; key: readonly KeyValue[] }[],
  now: readonly Row[],
  changed: readonly string[],
): SourcePage {
  const byKey = new Map(now.map((row) => [keyText(keyOf(table, row) ?? []), row]));
  const rows: Row[] = [];
  const lost: RowResult[] = [];
  const changes = Object.fromEntries(changed.map((name) => [name, null]));
  for (const { row, key } of batch) {
    const current = byKey.get(keyText(key));
    if (!current) lost.push({ row, fate: 'gone', reason: goneReason });
    else if (changedMeanwhile(row, current, changes).length > 0) {
      lost.push({ row: current, fate: 'conflict', reason: conflictReason });
    } else rows.push(current);
  }
  return { rows, lost };
}

export const goneReason = 'It is gone, or you can’t see it any more.';
export const conflictReason = 'Someone else changed it meanwhile.';

/** Whether all rows that match can be gone through: by their key, since a change may take a row out of the filter. */
export function canGoThrough(table: Table): boolean {
  return keysetOrder(table, []) !== undefined;
}

/** All rows that match, in the order of their key. */
function matchSource(
  filters: readonly Filter[],
  except: ReadonlyMap<string, Row>,
  { table, access, columns, maxRows }: SourceOptions,
): BulkSource {
  const order = keysetOrder(table, []) ?? [];
  const limit = maxRows > 0 ? Math.min(maxRows, mostTogether) : mostTogether;
  let read: Cut | undefined;
  let ended = false;
  return {
    filters,
    next: async () => {
      if (ended) return undefined;
      const after = read ? anyOf(beyond({ table, order }, read, true)) : [];
      const rows = await access.read(table, { filters: [...filters, ...after], order, columns, limit });
      const last = rows.at(-1);
      if (!last) return undefined;
      read = cutBeside(order, last, 'after');
      ended = rows.length < limit || read === undefined;
      return {
        rows: rows.filter((row) => !except.has(keyText(keyOf(table, row) ?? []))),
        lost: [],
      };
    },
  };
}
