import { buildKeysetOrder } from '@/data/paging/cursor/keyset.utils';
import {
  buildCursorFilters,
  combineFilters,
  createCursor,
  type KeysetCursor,
} from '@/data/paging/cursor/keyset-cursor';
import type { Filter } from '@/data/query/filters/filters.utils';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { buildKeyFilters, findConflictingColumns, formatKeyText, getRowKey } from '../batches/guards.utils';
import { matchAnyRow, maxRowsPerRequest, splitIntoBatches } from '../batches/match-rows';
import type { RowAccess } from '../batches/row-access';
import { writesMessages as messages } from '../writes-messages';
import type { BulkSource, RowResult, SourcePage } from './bulk.types';

/** The rows that a bulk change applies to: selected rows, or all rows that match filters except some. */
export type BulkScope =
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'all'; filters: readonly Filter[]; excluded: ReadonlyMap<string, Row> };

export interface SourceOptions {
  table: Table;
  access: RowAccess;
  /** The columns to read of each row. */
  columns: readonly string[];
  /** The columns that the job changes. */
  changedColumns: readonly string[];
  /** The maximum number of rows that the backend returns; 0 if it has no limit. */
  maxRows: number;
}

/** Returns a source that reads the rows of a scope page by page. */
export function createBulkSource(scope: BulkScope, options: SourceOptions): BulkSource {
  return scope.kind === 'rows'
    ? createRowsSource(scope.rows, options)
    : createMatchSource(scope.filters, scope.excluded, options);
}

/**
 * Returns a source that reads the selected rows again, in requests of several rows. Its pages report rows that no longer
 * exist as missing, and rows whose columns to change differ from what the user saw as conflicts.
 */
function createRowsSource(rows: readonly Row[], options: SourceOptions): BulkSource {
  const { table, access, columns, changedColumns } = options;
  const keyed = rows.flatMap((row) => {
    const key = getRowKey(table, row);
    return key ? [{ row, key }] : [];
  });
  const batches = splitIntoBatches(keyed, ({ key }) => buildKeyFilters(key));
  let position = 0;
  return {
    filters: [],
    next: async () => {
      const batch = batches[position];
      if (!batch) return undefined;
      const filters = matchAnyRow(batch.map(({ key }) => buildKeyFilters(key)));
      const current = await access.read(table, { filters, columns, limit: batch.length });
      position += 1;
      return classifyRows(table, batch, current, changedColumns);
    },
  };
}

/** Divides the rows of a batch into those to change, and those that are missing or that other users changed since. */
function classifyRows(
  table: Table,
  batch: readonly { row: Row; key: readonly KeyValue[] }[],
  currentRows: readonly Row[],
  changedColumns: readonly string[],
): SourcePage {
  const byKey = new Map(currentRows.map((row) => [formatKeyText(getRowKey(table, row) ?? []), row]));
  const rows: Row[] = [];
  const lostRows: RowResult[] = [];
  const changes = Object.fromEntries(changedColumns.map((name) => [name, null]));
  for (const { row, key } of batch) {
    const current = byKey.get(formatKeyText(key));
    if (!current) lostRows.push({ row, outcome: 'missing', reason: messages.rowMissing });
    else if (findConflictingColumns(row, current, changes).length > 0) {
      lostRows.push({ row: current, outcome: 'conflict', reason: messages.rowChanged });
    } else rows.push(current);
  }
  return { rows, lostRows };
}

/** Whether a job can read all matching rows: it needs a key for their order, because a change can remove a row from the filter. */
export function canReadByKey(table: Table): boolean {
  return buildKeysetOrder(table, []) !== undefined;
}

/**
 * Returns a source that reads the rows that match the filters when they are requested, in the order of their key, without
 * the excluded ones (by key text). Each page continues after the key of the last row.
 */
function createMatchSource(
  filters: readonly Filter[],
  excluded: ReadonlyMap<string, Row>,
  { table, access, columns, maxRows }: SourceOptions,
): BulkSource {
  const order = buildKeysetOrder(table, []) ?? [];
  const limit = maxRows > 0 ? Math.min(maxRows, maxRowsPerRequest) : maxRowsPerRequest;
  let cursor: KeysetCursor | undefined;
  let isAtEnd = false;
  return {
    filters,
    next: async () => {
      if (isAtEnd) return undefined;
      const after = cursor ? combineFilters(buildCursorFilters({ table, order }, cursor, true)) : [];
      const rows = await access.read(table, { filters: [...filters, ...after], order, columns, limit });
      const last = rows.at(-1);
      if (!last) return undefined;
      cursor = createCursor(order, last, 'after');
      isAtEnd = rows.length < limit || cursor === undefined;
      return {
        rows: rows.filter((row) => !excluded.has(formatKeyText(getRowKey(table, row) ?? []))),
        lostRows: [],
      };
    },
  };
}
