import type { Row } from '../../api/row';
import type { Entered } from '../../values/check.utils';

/** What an open editor holds travels in the row under this name, as the grid wants it. */
export const draft = Symbol('draft');

/** A row as the grid sees it: `waiting` where its page isn't loaded. */
export type GridRow = Row & { readonly [draft]?: Exclude<Entered, undefined> };

export const waiting: GridRow = Object.freeze({});

/**
 * An array as long as the table, which asks for a row only when the grid does: a
 * million real entries would be made anew with each page that comes. The grid
 * reads its length and places, and calls `with` for an edited row; the copy of
 * that has the one row only.
 */
export function virtualRows(count: number, rowAt: (index: number) => Row | undefined): readonly GridRow[] {
  return new Proxy<GridRow[]>([], {
    get(target, property) {
      if (property === 'length') return count;
      if (property === 'with') return withOne;
      if (typeof property === 'string' && /^\d+$/.test(property)) {
        const index = Number(property);
        return index < count ? (rowAt(index) ?? waiting) : undefined;
      }
      return Reflect.get(target, property);
    },
  });
}

function withOne(index: number, row: GridRow): GridRow[] {
  const changed: GridRow[] = [];
  changed[index] = row;
  return changed;
}
