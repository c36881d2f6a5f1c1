import type { GroupHead, RowSource } from '@/data/paging/row-source';
import type { Row } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';

/** The key of an open editor's value. The grid's editors can only return a row, so the value is a property of it. */
export const draft = Symbol('draft');

/** The key of the group in a row that is a group head. */
export const groupHead = Symbol('groupHead');

/** A row of the grid: a row of the table, a group head, or `unloadedRow` if the page of the row is not loaded. */
export type GridRow = Row & {
  readonly [draft]?: Exclude<EnteredValue, undefined>;
  readonly [groupHead]?: GroupHead;
};

/** Represents all rows whose page is not loaded. */
export const unloadedRow: GridRow = Object.freeze({});

/** Whether a row of the grid is a loaded row of the table. */
export function isRecord(row: GridRow): boolean {
  return row !== unloadedRow && row[groupHead] === undefined;
}

/** The row of each group head. The grid compares rows by identity. */
const headRows = new WeakMap<GroupHead, GridRow>();

function getHeadRow(head: GroupHead): GridRow {
  let row = headRows.get(head);
  if (!row) {
    row = Object.freeze({ [groupHead]: head });
    headRows.set(head, row);
  }
  return row;
}

/**
 * Returns an array of `count` rows that reads a row only when the grid accesses its index. A real array of a million
 * rows would be created again for each loaded page. The grid only reads `length` and indexes, and calls `with` for an
 * edited row; the array that `with` returns contains only that row.
 */
export function createVirtualRows(
  count: number,
  rowAt: RowSource['rowAt'],
  headAt?: RowSource['headAt'],
): readonly GridRow[] {
  return new Proxy<GridRow[]>([], {
    get(target, property) {
      if (property === 'length') return count;
      if (property === 'with') return copyWithRow;
      if (typeof property === 'string' && /^\d+$/.test(property)) {
        const index = Number(property);
        if (index >= count) return undefined;
        const head = headAt?.(index);
        return head ? getHeadRow(head) : (rowAt(index) ?? unloadedRow);
      }
      return Reflect.get(target, property);
    },
  });
}

function copyWithRow(index: number, row: GridRow): GridRow[] {
  const changed: GridRow[] = [];
  changed[index] = row;
  return changed;
}
