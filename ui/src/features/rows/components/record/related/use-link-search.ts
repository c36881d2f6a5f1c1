import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { ComboboxOption } from '@/components/combobox';
import { findTable, useSchema } from '@/lib/session';
import { condition, type Filter, group } from '../../../api/filters.utils';
import { keyOf, keyText } from '../../../api/guards.utils';
import { namingColumns, referenceQuery, referredKey } from '../../../api/references';
import { linkValues, type Related } from '../../../api/related.utils';
import type { Row } from '../../../api/row';
import { listRows } from '../../../api/rows';
import { titleColumn } from '../../../values/value.utils';
import { detailColumns, optionOf } from '../../cells/use-reference-search';
import { searchFilter } from '../../query/search.utils';

/** Rows that a list offers at once; typing narrows them. */
const offered = 20;

/**
 * Finds rows that may be linked to a record: of the far table of a join, else of
 * the table that refers, without those that do already. `found` gives the row
 * behind an option.
 */
export function useLinkSearch(related: Related, row: Row) {
  const schema = useSchema();
  const client = useQueryClient();
  const rows = useRef(new Map<string, Row>());
  const search = useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly ComboboxOption[]> => {
      const { far, key } = related;
      const table = far?.target ?? related.table;
      const matching = searchFilter(table.columns, text);
      const title = titleColumn(table);
      const needed = far ? far.key.refColumns : key.columns;
      const list = await listRows(table, {
        filters: [...(matching ? [matching] : []), ...(far ? [] : notLinkedTo(related, row))],
        order: title ? [{ column: title.name, descending: false }] : [],
        columns: namingColumns(table, [...needed, ...detailColumns(table).map(({ name }) => name)]),
        limit: offered,
        signal,
      });
      const holder = findTable(schema, key.refSchema, key.refTable);
      const now = async (one: Row) => {
        const refKey = far || !holder ? undefined : referredKey({ key, target: holder }, one);
        if (!refKey || !holder) return '';
        const held = await client.query(referenceQuery(holder, refKey));
        return `now with ${held?.title ?? refKey.map(({ value }) => value).join(', ')}`;
      };
      return Promise.all(
        list.rows.map(async (one) => {
          const value = keyText(keyOf(table, one) ?? []);
          rows.current.set(value, one);
          const option = optionOf(table, value, one);
          const detail = [option.detail, await now(one)].filter(Boolean).join(' · ');
          return { ...option, detail };
        }),
      );
    },
    [related, row, schema, client],
  );
  return { search, found: (value: string) => rows.current.get(value) };
}

/** The rows that don't refer to this one: NULL refers to none, which an unequal test alone would leave out. */
function notLinkedTo({ key }: Related, row: Row): Filter[] {
  const values = Object.entries(linkValues(key, row) ?? {});
  const other = values.flatMap(([column, value]) => [
    condition(column, 'is', 'null'),
    condition(column, 'neq', String(value)),
  ]);
  return other.length > 0 ? [group('or', other)] : [];
}
