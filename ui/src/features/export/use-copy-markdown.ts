import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { toast } from '@/components/overlays/toast';
import { gatherLoadedRows } from '@/data/paging/segments/use-pages';
import { completeRows } from '@/data/rows/complete-rows';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import { toApiError } from '@/lib/api';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import { exportMessages as messages } from './export-messages';
import { formatMarkdownTable } from './markdown.utils';

export interface MarkdownCopy {
  /** The number of rows that `copy` copies. */
  rowCount: number;
  /** Whether these are the selected rows; otherwise, all rows that are loaded. */
  isSelection: boolean;
  /** Copies the rows to the clipboard and shows the result in a toast. */
  copy: () => Promise<void>;
}

/** Returns the copy of the selected rows, or of the loaded rows if none are selected, as a Markdown table. */
export function useCopyMarkdown(columns: readonly Column[], view: RowsView): MarkdownCopy {
  const { table, selection } = useTable();
  const client = useQueryClient();
  // Renders again when rows are loaded.
  useIsFetching({ queryKey: rowKeys.table(table) });
  const selected = useSyncExternalStore(selection.subscribe, selection.rows);
  const isSelection = selected.size > 0;
  const copy = async () => {
    const rows = isSelection ? [...selected.values()] : gatherLoadedRows(client, table, view);
    const names = columns.map(({ name }) => name);
    const content = completeRows(table, rows, names).then(
      (complete) => new Blob([formatMarkdownTable(columns, complete)], { type: 'text/plain' }),
    );
    try {
      // Browsers allow a write only in the handler of the click, so the content is loaded during the write.
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })]);
      toast.done(messages.rowsCopied(rows.length));
    } catch (error) {
      const contentError = await content.then(() => undefined, toApiError);
      toast.error(contentError ?? error, messages.copyFailed);
    }
  };
  return {
    rowCount: isSelection ? selected.size : gatherLoadedRows(client, table, view).length,
    isSelection,
    copy,
  };
}
