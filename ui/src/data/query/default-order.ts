import { listReadableNames } from '@/data/rows/readable-columns';
import type { OrderTerm } from '@/data/rows/row';
import { toSnakeCase } from '@/data/titles/name-words';
import type { Table } from '@/lib/api.gen';

/** Tables with more rows are not ordered by time, because the column may have no index. */
const maxOrderedRows = 200_000;

const insertTimeName = /^(created|inserted|added|submitted|posted)(_(at|on|date|time))?$/;

/** Returns the order of a table's rows by default: that of its tag `@order`, or the newest first; empty for the order of the key. */
export function findDefaultOrder(table: Table): OrderTerm[] {
  const tagged = parseOrderTag(table);
  return tagged.length > 0 ? tagged : orderByNewest(table);
}

/** Orders the rows of a table whose keys are random UUIDs by the time of their insert, the newest first. */
function orderByNewest({ kind, columns, primaryKey, estimatedRows }: Table): OrderTerm[] {
  const key = columns.find(({ name }) => primaryKey.length === 1 && name === primaryKey[0]);
  const isRandom = key?.kind === 'uuid' && !/v7/i.test(key.default ?? '');
  if (kind !== 'table' || !isRandom || (estimatedRows ?? 0) > maxOrderedRows) return [];
  const time = columns.find(
    (column) =>
      column.kind.startsWith('timestamp') &&
      !column.array &&
      column.privileges.select &&
      insertTimeName.test(toSnakeCase(column.name)),
  );
  return time ? [{ column: time.name, descending: true, ...(time.nullable && { nullsFirst: false }) }] : [];
}

/** Returns the order in a table's tag `@order due_on.desc,number`, without unknown columns; empty if there is no tag. */
function parseOrderTag(table: Table): OrderTerm[] {
  const names = new Set(listReadableNames(table));
  return (table.tags.order ?? '')
    .split(',')
    .map((term) => term.trim())
    .flatMap((term) => {
      const match = /^(.+?)(?:\.(asc|desc))?$/.exec(term);
      const column = match?.[1] ?? '';
      return names.has(column) ? [{ column, descending: match?.[2] === 'desc' }] : [];
    });
}
