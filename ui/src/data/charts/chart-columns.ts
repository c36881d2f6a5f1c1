import { listReadableColumns } from '@/data/rows/readable-columns';
import { hasGroupedDigits } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { isView } from '@/lib/is-view';

export const numberKinds: ReadonlySet<string> = new Set(['integer', 'numeric', 'float']);

/** Whether a column has periods by which a chart can group it. */
export function hasBuckets({ kind, array }: Column): boolean {
  return !array && (kind === 'date' || kind === 'timestamp' || kind === 'timestamptz');
}

/** Whether charts can sum or average a column: a number that is no key, reference, code, year or position. */
export function isMeasure(table: Table, column: Column): boolean {
  return (
    numberKinds.has(column.kind) &&
    !column.array &&
    column.base !== 'money' &&
    hasGroupedDigits(table, column) &&
    !table.foreignKeys.some(({ columns }) => columns.includes(column.name)) &&
    !('position' in column.tags)
  );
}

/** Whether a table is a report, which its page shows as a chart first: a view of numbers by date. */
export function isReport(table: Table): boolean {
  if (!isView(table)) return false;
  const [first, ...others] = listReadableColumns(table);
  return (
    first !== undefined &&
    hasBuckets(first) &&
    table.primaryKey.every((name) => name === first.name) &&
    others.length > 0 &&
    others.every((column) => isMeasure(table, column))
  );
}
