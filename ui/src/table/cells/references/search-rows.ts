import type { ComboboxOption } from '@/components/fields/combobox/combobox.types';
import type { Filter } from '@/data/query/filters/filters.utils';
import { listSearchableColumns, searchFilter } from '@/data/query/search.utils';
import { describeRow, listIdentifyingColumns } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { listRows } from '@/data/rows/rows-api';
import { findTitleColumn, getRowTitle, isTitleColumn } from '@/data/titles/row-titles';
import { addTitleMatch } from '@/data/titles/title-filters';
import type { Column, Table } from '@/lib/api.gen';

/** Maximum number of rows that a list of options offers. Typing narrows them. */
const maxOptions = 20;

/** Maximum number of columns besides the title that distinguish rows in a list of options. */
const maxDetails = 2;

export interface SearchRowsOptions {
  /** The rows contain this text in any searchable column; '' matches all rows. */
  text: string;
  /** Columns to read in addition to those that name a row. */
  columns: readonly string[];
  filters?: readonly Filter[];
  signal: AbortSignal;
}

/** Reads the first rows of a table that match a text, in the order of their titles. */
export async function searchRows(
  table: Table,
  { text, columns, filters = [], signal }: SearchRowsOptions,
): Promise<readonly Row[]> {
  const matches = addTitleMatch(table, searchFilter(table.columns, text), text);
  const title = findTitleColumn(table);
  const { rows } = await listRows(table, {
    filters: [...(matches ? [matches] : []), ...filters],
    order: title ? [{ column: title.name, descending: false }] : [],
    columns: listIdentifyingColumns(table, [...columns, ...listDetailColumns(table).map(({ name }) => name)]),
    limit: maxOptions,
    omitsLargeValues: true,
    signal,
  });
  return rows;
}

/** Returns the option for a row: its title, and details that distinguish it from rows with the same title. */
export function toRowOption(table: Table, value: string, row: Row): ComboboxOption {
  const details = Object.fromEntries(listDetailColumns(table).map(({ name }) => [name, row[name] ?? null]));
  const label = getRowTitle(table, row);
  const detail = describeRow(table, details);
  return { value, label, detail: detail === label ? '' : detail };
}

/** Texts that are no references: these would show the key of another row, such as that of the tenant. */
function listDetailColumns(table: Table): Column[] {
  const isReference = ({ name }: Column) => table.foreignKeys.some(({ columns }) => columns.includes(name));
  return listSearchableColumns(table.columns)
    .filter(
      (column) =>
        !isTitleColumn(table, column) &&
        !isReference(column) &&
        !('file' in column.tags) &&
        !('hidden' in column.tags),
    )
    .slice(0, maxDetails);
}
