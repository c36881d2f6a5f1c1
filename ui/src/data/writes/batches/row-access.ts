import type { Filter } from '@/data/query/filters/filters.utils';
import type { OrderTerm, Row } from '@/data/rows/row';
import { deleteRows, insertRows, listRows, patchRows } from '@/data/rows/rows-api';
import type { Table } from '@/lib/api.gen';

export interface ReadRequest {
  filters: readonly Filter[];
  order?: readonly OrderTerm[];
  columns: readonly string[];
  limit: number;
}

export interface WriteRequest {
  filters: readonly Filter[];
  /** If more rows match, none is written. */
  maxRows: number;
  /** The columns of the written rows to return. */
  columns: readonly string[];
}

/** The requests of the write engine. Each rejects with an ApiError. */
export interface RowAccess {
  read(table: Table, request: ReadRequest): Promise<readonly Row[]>;
  /** Inserts all rows or none. Returns them in their order, or nothing if this role can't read them. */
  insert(table: Table, rows: readonly Row[]): Promise<readonly Row[]>;
  /** Updates the matching rows. Returns them as they are now. */
  update(table: Table, request: WriteRequest & { changes: Row }): Promise<readonly Row[]>;
  /** Deletes the matching rows. Returns them as they were. */
  remove(table: Table, request: WriteRequest): Promise<readonly Row[]>;
}

/** The requests of the write engine over Tableside's API. */
export const rowAccess: RowAccess = {
  read: async (table, request) => (await listRows(table, request)).rows,
  insert: insertRows,
  update: (table, { filters, changes, maxRows, columns }) =>
    patchRows(table, { filters, changes, maxAffected: maxRows, columns }),
  remove: (table, { filters, maxRows, columns }) => deleteRows(table, filters, maxRows, columns),
};
