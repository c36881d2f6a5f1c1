import type { OrderTerm } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';

/** The order that a table's comment names: `@order due_on.desc,number`. */
export function defaultOrder(table: Table): OrderTerm[] {
  const names = new Set(table.columns.filter((c) => c.privileges.select).map(({ name }) => name));
  return (table.tags.order ?? '')
    .split(',')
    .map((term) => term.trim())
    .flatMap((term) => {
      const match = /^(.+?)(?:\.(asc|desc))?$/.exec(term);
      const column = match?.[1] ?? '';
      return names.has(column) ? [{ column, descending: match?.[2] === 'desc' }] : [];
    });
}
