import { isLongText, titleColumn } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';

/** The fields of a record by what they are for; a group without fields isn't there. */
export interface FieldGroup {
  name: 'main' | 'files' | 'long' | 'details';
  columns: readonly Column[];
}

const timestampNames =
  /^(created|inserted|added|updated|modified|changed|last_?(changed|modified|updated))_?(at|on|by|time)?$/i;

/** Whether the database keeps a column by itself: numbers, moments of change, what it computes. */
function isSetByDatabase(table: Table, column: Column): boolean {
  const { name, generated, identity, kind } = column;
  if (generated || identity !== '' || kind === 'tsvector') return true;
  if (timestampNames.test(name)) return column.default !== null || !column.privileges.update;
  return table.primaryKey.length === 1 && table.primaryKey[0] === name && column.default !== null;
}

function isFile(column: Column): boolean {
  return 'file' in column.tags;
}

/** What wants lines rather than a line. */
function isLong(column: Column): boolean {
  return isLongText(column) || column.kind === 'json' || column.kind === 'composite';
}

/**
 * The fields of a form in groups, in the table's order within each: what names
 * the record stands first, what the database keeps by itself last.
 */
export function groupFields(table: Table, columns: readonly Column[]): FieldGroup[] {
  const title = titleColumn(table);
  const named = columns.filter((column) => column === title);
  const rest = columns.filter((column) => column !== title);
  const details = rest.filter((column) => isSetByDatabase(table, column));
  const others = rest.filter((column) => !details.includes(column));
  const groups: FieldGroup[] = [
    { name: 'main', columns: [...named, ...others.filter((c) => !isFile(c) && !isLong(c))] },
    { name: 'files', columns: others.filter(isFile) },
    { name: 'long', columns: others.filter((c) => !isFile(c) && isLong(c)) },
    { name: 'details', columns: details },
  ];
  const filled = groups.filter((group) => group.columns.length > 0);
  // With nothing else to see, there is nothing to set apart.
  return filled.length === 1 && filled[0]?.name === 'details' ? [{ name: 'main', columns: details }] : filled;
}
