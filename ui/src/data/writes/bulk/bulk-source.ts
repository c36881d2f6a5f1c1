import { keysetOrder } from '@/data/paging/cursor/keyset.utils';
import {
  buildCursorFilters,
  combineFilters,
  createCursor,
  type KeysetCursor,
} from '@/data/paging/cursor/keyset-cursor';
import type { Filter } from '@/data/query/filters.utils';
import type { KeyValue } from '@/data/query/table-page-state';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { findConflictingColumns, keyFilters, keyOf, keyText } from '../batches/guards.utils';
import { matchAnyRow, maxRowsPerRequest, splitIntoBatches } from '../batches/match-rows';
import type { RowAccess } from '../batches/row-access';
import { writesMessages as messages } from '../writes-messages';
import type { BulkSource, RowResult, SourcePage } from './bulk.types';

/** Which rows a bulk change is about. */
export type BulkScope =
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'all'; filters: readonly Filter[]; excluded: ReadonlyMap<string, Row> };

export interface SourceOptions {
  table: Table;
  access: RowAccess;
  /** What is read of each row. */
  columns: readonly string[];
  /** The columns that are to be changed. */
  changedColumns: readonly string[];
  /** The backend's max rows; 0 is no limit. */
  maxRows: number;
}

/** The rows of a scope, read anew as their turn comes. */
export function createBulkSource(scope: BulkScope, options: SourceOptions): BulkSource {
  return scope.kind === 'rows'
    ? createRowsSource(scope.rows, options)
    : createMatchSource(scope.filters, scope.excluded, options);
}

/** Rows that were ticked: those that changed since in what is to be changed are told, not changed. */
function createRowsSource(rows: readonly Row[], options: SourceOptions): BulkSource {
  const { table, access, columns, changedColumns } = options;
  const keyed = rows.flatMap((row) => {
    const key = keyOf(table, row);
    return key ? [{ row, key }] : [];
  });
  const batches = splitIntoBatches(keyed, ({ key }) => keyFilters(key));
  let at = 0;
  return {
    filters: [],
    next: async () => {
      const batch = batches[at];
      if (!batch) return undefined;
      const filters = matchAnyRow(batch.map(({ key }) => keyFilters(key)));
      const now = await access.read(table, { filters, columns, limit: batch.length });
      at += 1;
      return classifyRows(table, batch, now, changedColumns);
    },
  };
}

function classifyRows(
  table: Table,
  batch: readonly { row: Row; key: readonly KeyValue[] }[],
  now: readonly Row[],
  changed: readonly string[],
): SourcePage {
  const byKey = new Map(now.map((row) => [keyText(keyOf(table, row) ?? []), row]));
  const rows: Row[] = [];
  const lostRows: RowResult[] = [];
  const changes = Object.fromEntries(changed.map((name) => [name, null]));
  for (const { row, key } of batch) {
    const current = byKey.get(keyText(key));
    if (!current) lostRows.push({ row, outcome: 'missing', reason: messages.rowMissing });
    else if (findConflictingColumns(row, current, changes).length > 0) {
      lostRows.push({ row: current, outcome: 'conflict', reason: messages.rowChanged });
    } else rows.push(current);
  }
  return { rows, lostRows };
}

/** Whether all rows that match can be gone through: by their key, since a change may take a row out of the filter. */
export function canReadByKey(table: Table): boolean {
  return keysetOrder(table, []) !== undefined;
}

/** All rows that match, in the order of their key. */
function createMatchSource(
  filters: readonly Filter[],
  except: ReadonlyMap<string, Row>,
  { table, access, columns, maxRows }: SourceOptions,
): BulkSource {
  const order = keysetOrder(table, []) ?? [];
  const limit = maxRows > 0 ? Math.min(maxRows, maxRowsPerRequest) : maxRowsPerRequest;
  let read: KeysetCursor | undefined;
  let ended = false;
  return {
    filters,
    next: async () => {
      if (ended) return undefined;
      const after = read ? combineFilters(buildCursorFilters({ table, order }, read, true)) : [];
      const rows = await access.read(table, { filters: [...filters, ...after], order, columns, limit });
      const last = rows.at(-1);
      if (!last) return undefined;
      read = createCursor(order, last, 'after');
      ended = rows.length < limit || read === undefined;
      return {
        rows: rows.filter((row) => !except.has(keyText(keyOf(table, row) ?? []))),
        lostRows: [],
      };
    },
  };
}
