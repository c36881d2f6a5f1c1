import { useCallback } from 'react';
import type { ComboboxOption } from '@/components/fields/combobox';
import { searchableColumns, searchFilter } from '@/data/query/search.utils';
import { describeRow, namingColumns, type Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { listRows } from '@/data/rows/rows-api';
import { titleColumn, titleOf } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { nullChoice } from '../editors/cell-choice-editor';

/** Rows that a list offers at once; typing narrows them. */
const maxOptions = 20;

/** Columns beside the title that tell two rows apart. */
const maxDetails = 2;

/** Finds rows that a foreign key of one column may refer to, by any text in them. */
export function useReferenceSearch({ key, target }: Relation, nullable: boolean) {
  const refColumn = key.refColumns[0] ?? '';
  return useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly ComboboxOption[]> => {
      const filter = searchFilter(target.columns, text);
      const title = titleColumn(target);
      const { rows } = await listRows(target, {
        filters: filter ? [filter] : [],
        order: title ? [{ column: title.name, descending: false }] : [],
        columns: namingColumns(target, [refColumn, ...detailColumns(target).map(({ name }) => name)]),
        limit: maxOptions,
        signal,
      });
      const options = rows.map((row) => optionOf(target, String(row[refColumn]), row));
      return nullable && text === '' ? [{ value: nullChoice, label: 'None' }, ...options] : options;
    },
    [refColumn, target, nullable],
  );
}

export function detailColumns(table: Table): Column[] {
  const title = titleColumn(table);
  return searchableColumns(table.columns)
    .filter((column) => column !== title && !('file' in column.tags) && !('hidden' in column.tags))
    .slice(0, maxDetails);
}

export function optionOf(table: Table, value: string, row: Row): ComboboxOption {
  const shown = Object.fromEntries(detailColumns(table).map(({ name }) => [name, row[name] ?? null]));
  return { value, label: titleOf(table, row), detail: describeRow(table, shown) };
}
