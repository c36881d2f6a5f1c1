import { useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { RowsView } from '@/data/rows/row-keys';
import { type ExportRequest, exportURL, listRows } from '@/data/rows/rows-api';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import { exportMessages as messages } from './export-messages';

export interface Export {
  /** Whether a download is being prepared. */
  isPreparing: boolean;
  /** Downloads all rows that match the view's filters, in its order. Shows an error in a toast. */
  download: (request: Pick<ExportRequest, 'columns' | 'format'>) => Promise<void>;
  /** Downloads these columns of all matching rows as an .xlsx workbook. Shows an error, or the number of shortened texts, in a toast. */
  downloadWorkbook: (columns: readonly Column[]) => Promise<void>;
}

/**
 * Returns the function that downloads a view's rows as a file, and whether it is running. `columns` are read for one
 * row first, because a page can't detect that a download failed.
 */
export function useExport(columns: readonly Column[], { filters, order }: RowsView): Export {
  const { table } = useTable();
  const [isPreparing, setPreparing] = useState(false);
  const names = columns.map(({ name }) => name);
  const prepare = async (run: () => unknown) => {
    setPreparing(true);
    try {
      await listRows(table, { filters, order, columns: names, limit: 1 });
      await run();
    } catch (error) {
      toast.error(error, messages.exportFailed(table.title));
    } finally {
      setPreparing(false);
    }
  };
  const download: Export['download'] = (request) =>
    prepare(() => followLink(exportURL(table, { filters, order, ...request }), ''));
  const downloadWorkbook: Export['downloadWorkbook'] = (sheetColumns) =>
    prepare(async () => {
      const { createWorkbook } = await import('./workbook/create-workbook');
      const request = {
        filters,
        order,
        columns: sheetColumns.map(({ name }) => name),
        format: 'csv',
      } as const;
      const url = new URL(exportURL(table, request), location.href).href;
      const { blob, shortened } = await createWorkbook({ url, title: table.title, columns: sheetColumns });
      const workbook = URL.createObjectURL(blob);
      followLink(workbook, messages.workbookFile(table.name));
      setTimeout(() => URL.revokeObjectURL(workbook), 60_000);
      if (shortened > 0) toast.info(messages.shortened(shortened));
    });
  return { isPreparing, download, downloadWorkbook };
}

/** Downloads a URL as a file; '' is the name that the server sends. */
function followLink(href: string, fileName: string) {
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
}
