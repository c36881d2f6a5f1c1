import { isTitleColumn } from '@/data/titles/row-titles';
import { isSearchData } from '@/data/values/search-data';
import { isLongText } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';

/** A group of a record's fields by their purpose. */
export interface FieldGroup {
  name: 'main' | 'files' | 'long' | 'details';
  columns: readonly Column[];
}

const timestampNames =
  /^(created|inserted|added|updated|modified|changed|last_?(changed|modified|updated))_?(at|on|by|time)?$/i;

const updateNames = /^(last_?)?(created|inserted|updated|modified)/i;

const authorNames = /^(created|inserted|updated|modified)_?by(_?id)?$/i;

/**
 * Whether the database or another program sets a column: generated columns, generated keys, times of creation and change, and
 * data for searches. A trigger sets an optional time of the insert or the last update, or the user, if there is no default.
 */
function isSetByDatabase(table: Table, column: Column): boolean {
  const { name, generated, identity, kind, nullable } = column;
  if (generated || identity !== '' || kind === 'tsvector' || (isSearchData(column) && nullable)) return true;
  if (authorNames.test(name) && nullable) return true;
  if (timestampNames.test(name)) {
    const isSetByTrigger = nullable && kind.startsWith('timestamp') && updateNames.test(name);
    return column.default !== null || !column.privileges.update || isSetByTrigger;
  }
  return table.primaryKey.length === 1 && table.primaryKey[0] === name && column.default !== null;
}

function isFile(column: Column): boolean {
  return 'file' in column.tags;
}

/** Whether a column's input has several lines: long texts (isLongText), JSON and composite types. */
function hasMultilineInput(column: Column): boolean {
  return isLongText(column) || column.kind === 'json' || column.kind === 'composite';
}

/**
 * Groups the fields of a form, in the order files, main, long, details, without empty groups. The group `main` starts
 * with the title column; otherwise, the order of `columns` applies. `long` contains the inputs of several lines, and
 * `details` the columns that the database sets. If these are the only columns, they are the group `main`.
 *
 * Files are first, so that a photo is visible without scrolling.
 */
export function groupFields(table: Table, columns: readonly Column[]): FieldGroup[] {
  const isRecordTime = (column: Column) => timestampNames.test(column.name) && isSetByDatabase(table, column);
  const titles = columns.filter((column) => isTitleColumn(table, column) && !isRecordTime(column));
  const rest = columns.filter((column) => !titles.includes(column));
  const details = rest.filter((column) => isSetByDatabase(table, column));
  const others = rest.filter((column) => !details.includes(column));
  const files: FieldGroup = { name: 'files', columns: others.filter(isFile) };
  const main: FieldGroup = {
    name: 'main',
    columns: [...titles, ...others.filter((c) => !isFile(c) && !hasMultilineInput(c))],
  };
  const groups: FieldGroup[] = [
    files,
    main,
    { name: 'long', columns: others.filter((c) => !isFile(c) && hasMultilineInput(c)) },
    { name: 'details', columns: details },
  ];
  const filled = groups.filter((group) => group.columns.length > 0);
  // Details are collapsed below the other groups; if there are no others, they are shown.
  return filled.length === 1 && filled[0]?.name === 'details' ? [{ name: 'main', columns: details }] : filled;
}
