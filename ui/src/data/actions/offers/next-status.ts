import type { Row } from '@/data/rows/row';
import { isAbandoned } from '@/data/values/formats/due-dates';
import { getEnumWords } from '@/data/values/formats/enum-labels';
import type { Column, Table } from '@/lib/api.gen';

/** The change of a row's status to the next value. */
export interface NextStatus {
  column: Column;
  value: string;
  /** The label of the value, as in a sentence. */
  label: string;
}

/**
 * Returns the next status of a row: of the values that the declared transitions allow, the first one after the current one in
 * the order of the type, without values such as `cancelled`. Undefined if there is none, or the user can't set it.
 */
export function findNextStatus(table: Table, row: Row): NextStatus | undefined {
  if (!table.privileges.update) return undefined;
  for (const column of table.columns) {
    const current = row[column.name];
    if (!column.transitions || !column.privileges.update || typeof current !== 'string') continue;
    const reachable = column.transitions[current] ?? [];
    const value = column.enum
      .slice(column.enum.indexOf(current) + 1)
      .find((each) => reachable.includes(each) && !isAbandoned(each));
    if (value !== undefined) return { column, value, label: getEnumWords(column, value) };
  }
  return undefined;
}
