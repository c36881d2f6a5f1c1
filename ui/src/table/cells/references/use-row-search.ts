import { useCallback, useRef } from 'react';
import type { ComboboxOption } from '@/components/fields/combobox/combobox.types';
import type { Filter } from '@/data/query/filters/filters.utils';
import { loadTitleReferences } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { searchRows, toRowOption } from './search-rows';

/** The rows to search. The object's members must be stable between renders. */
export interface RowSearchOptions {
  table: Table;
  /** Columns to read in addition to those that name a row. */
  columns: readonly string[];
  filters: readonly Filter[];
  /** Loads a further detail for the option of a row. */
  loadDetail?: ((row: Row) => Promise<string>) | undefined;
}

export interface RowSearch {
  search: (text: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>;
  /** Returns the row of an option that a search returned, by the option's value. */
  getRow: (value: string) => Row | undefined;
}

/**
 * Returns a search for rows by any text in them, as options of a list, and a function that returns the row of an
 * option. The value of an option is the text of the row's key. `loadDetail` returns an additional text for the option.
 */
export function useRowSearch({ table, columns, filters, loadDetail }: RowSearchOptions): RowSearch {
  const schema = useSchema();
  const rows = useRef(new Map<string, Row>());
  const search = useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly ComboboxOption[]> => {
      const matches = await searchRows(table, { text, columns, filters, signal });
      await loadTitleReferences(schema, table, matches);
      return Promise.all(
        matches.map(async (row) => {
          const value = getCachedRowKey(table, row);
          rows.current.set(value, row);
          const option = toRowOption(table, value, row);
          const detail = [option.detail, await loadDetail?.(row)].filter(Boolean).join(' · ');
          return { ...option, detail };
        }),
      );
    },
    [schema, table, columns, filters, loadDetail],
  );
  return { search, getRow: (value) => rows.current.get(value) };
}
