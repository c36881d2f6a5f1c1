import { useCallback } from 'react';
import type { ComboboxOption } from '@/components/fields/combobox/combobox.types';
import { loadTitleReferences, type Relation } from '@/data/relations/references';
import type { Column } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { useChoiceFilters } from '@/table/filters/use-choice-filters';
import { tableMessages as messages } from '@/table/table-messages';
import { nullChoice } from '../editors/cell-choice-editor';
import { searchRows, toRowOption } from './search-rows';

export interface ReferenceSearchOptions {
  /** Whether the list without a search text begins with an option for NULL. */
  nullable?: boolean;
  /** The column whose tag `@filter` limits the rows. Without it, all rows are offered. */
  limitedBy?: Column;
}

/**
 * Returns a search for the rows to which a foreign key of one column can refer. The value of an option is the
 * referenced key.
 */
export function useReferenceSearch({ key, target }: Relation, options: ReferenceSearchOptions = {}) {
  const { nullable = false, limitedBy } = options;
  const filters = useChoiceFilters(target, limitedBy);
  const schema = useSchema();
  const refColumn = key.refColumns[0] ?? '';
  return useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly ComboboxOption[]> => {
      const rows = await searchRows(target, { text, columns: [refColumn], filters, signal });
      await loadTitleReferences(schema, target, rows);
      const options = rows.map((row) => toRowOption(target, String(row[refColumn]), row));
      return nullable && text === ''
        ? [{ value: nullChoice, label: messages.cells.noReference }, ...options]
        : options;
    },
    [schema, refColumn, target, nullable, filters],
  );
}
