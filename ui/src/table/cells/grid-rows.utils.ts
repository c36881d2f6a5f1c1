import type { GroupHead, RowSource } from '@/data/paging/row-source';
import type { Row } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';

/** What an open editor holds travels in the row under this name, as the grid wants it. */
export const draft = Symbol('draft');

/** A group's head travels in a row of its own under this name. */
export const groupHead = Symbol('group head');

/** A row as the grid sees it: `waiting` where its page isn't loaded. */
export type GridRow = Row & {
  readonly [draft]?: Exclude<EnteredValue, undefined>;
  readonly [groupHead]?: GroupHead;
};

export const unloadedRow: GridRow = Object.freeze({});

/** Whether it is a row of the table, and is loaded. */
export function isRecord(row: GridRow): boolean {
  return row !== unloadedRow && row[groupHead] === undefined;
}

/** One row for each head, as the grid compares them. */
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
 * An array as long as the table, which asks for a row only when the grid does: a
 * million real entries would be made anew with each page that comes. The grid
 * reads its length and places, and calls `with` for an edited row; the copy of
 * that has the one row only.
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
