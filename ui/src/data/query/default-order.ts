import { listReadableNames } from '@/data/rows/readable-columns';
import type { OrderTerm } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';

/** Returns the order in a table's tag `@order due_on.desc,number.asc.nullslast`, without unknown columns; empty if there is no tag. */
export function parseDefaultOrder(table: Table): OrderTerm[] {
  const names = new Set(listReadableNames(table));
  return (table.tags.order ?? '')
    .split(',')
    .map((term) => term.trim())
    .flatMap((term) => {
      const match = /^(.+?)(?:\.(asc|desc))?(\.nullslast)?$/.exec(term);
      const column = match?.[1] ?? '';
      return names.has(column)
        ? [{ column, descending: match?.[2] === 'desc', ...(match?.[3] && { nullsFirst: false }) }]
        : [];
    });
}
