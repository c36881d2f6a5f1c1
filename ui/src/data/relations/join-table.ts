import { isRecordDateName } from '@/data/layouts/calendar-source';
import type { Table } from '@/lib/api.gen';
import { isView } from '@/lib/is-view';

/**
 * Whether the rows of a table only connect the rows of two others: two of its foreign keys are a unique key, and its other
 * columns are keys, other references, and times of the insert and the last update. The records of both tables show these rows.
 */
function isJoinTable(table: Table): boolean {
  const { columns, foreignKeys, primaryKey, uniqueKeys } = table;
  if (isView(table)) return false;
  const keys = [primaryKey, ...uniqueKeys];
  const isPair = foreignKeys.some((first, i) =>
    foreignKeys.slice(i + 1).some((second) => {
      const both = [...first.columns, ...second.columns];
      return keys.some((key) => key.length === both.length && both.every((name) => key.includes(name)));
    }),
  );
  const connecting = new Set([...primaryKey, ...foreignKeys.flatMap((key) => key.columns)]);
  return isPair && columns.every(({ name }) => connecting.has(name) || isRecordDateName(name));
}

/** Returns tables in the order of their titles, the join tables after the others. */
export function sortTables(tables: readonly Table[]): Table[] {
  const byTitle = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return tables.toSorted(
    (a, b) => Number(isJoinTable(a)) - Number(isJoinTable(b)) || byTitle.compare(a.title, b.title),
  );
}
