import { useCallback, useRef } from 'react';
import type { ComboboxOption } from '@/components/fields/combobox';
import type { Filter } from '@/data/query/filters.utils';
import { searchFilter } from '@/data/query/search.utils';
import { namingColumns } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { listRows } from '@/data/rows/rows-api';
import { titleColumn } from '@/data/values/value.utils';
import { keyOf, keyText } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { detailColumns, optionOf } from './use-reference-search';

/** Rows that a list offers at once; typing narrows them. */
const maxOptions = 20;

/** What is searched. Should be stable between renders. */
export interface RowSearchOptions {
  table: Table;
  /** The columns that are needed of what is found, beside those that name a row. */
  columns: readonly string[];
  filters: readonly Filter[];
  /** What else tells an option from the others. */
  loadDetail?: ((row: Row) => Promise<string>) | undefined;
}

/** Finds whole rows by any text in them, for a list of options; `found` gives the row behind an option. */
export function useRowSearch({ table, columns, filters, loadDetail }: RowSearchOptions) {
  const rows = useRef(new Map<string, Row>());
  const search = useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly ComboboxOption[]> => {
      const matching = searchFilter(table.columns, text);
      const title = titleColumn(table);
      const list = await listRows(table, {
        filters: [...(matching ? [matching] : []), ...filters],
        order: title ? [{ column: title.name, descending: false }] : [],
        columns: namingColumns(table, [...columns, ...detailColumns(table).map(({ name }) => name)]),
        limit: maxOptions,
        signal,
      });
      return Promise.all(
        list.rows.map(async (row) => {
          const value = keyText(keyOf(table, row) ?? []);
          rows.current.set(value, row);
          const option = optionOf(table, value, row);
          const detail = [option.detail, await loadDetail?.(row)].filter(Boolean).join(' · ');
          return { ...option, detail };
        }),
      );
    },
    [table, columns, filters, loadDetail],
  );
  return { search, found: (value: string) => rows.current.get(value) };
}
