import { useCallback } from 'react';
import type { ComboboxOption } from '@/components/fields/combobox/combobox.types';
import type { Relation } from '@/data/relations/references';
import { tableMessages as messages } from '@/table/table-messages';
import { nullChoice } from '../editors/cell-choice-editor';
import { searchRows, toRowOption } from './search-rows';

/**
 * Returns a search for the rows to which a foreign key of one column can refer. The value of an option is the
 * referenced key. With `nullable`, the list without a search text begins with an option for NULL.
 */
export function useReferenceSearch({ key, target }: Relation, nullable: boolean) {
  const refColumn = key.refColumns[0] ?? '';
  return useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly ComboboxOption[]> => {
      const rows = await searchRows(target, { text, columns: [refColumn], signal });
      const options = rows.map((row) => toRowOption(target, String(row[refColumn]), row));
      return nullable && text === ''
        ? [{ value: nullChoice, label: messages.cells.noReference }, ...options]
        : options;
    },
    [refColumn, target, nullable],
  );
}
