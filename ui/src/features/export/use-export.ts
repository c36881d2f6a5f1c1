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
}

/**
 * Returns the function that downloads a view's rows as a file, and whether it is running. `columns` are read for one
 * row first, because a page can't detect that a download failed.
 */
export function useExport(columns: readonly Column[], { filters, order }: RowsView): Export {
  const { table } = useTable();
  const [isPreparing, setPreparing] = useState(false);
  const download: Export['download'] = async (request) => {
    setPreparing(true);
    try {
      await listRows(table, { filters, order, columns: columns.map(({ name }) => name), limit: 1 });
      const link = document.createElement('a');
      link.href = exportURL(table, { filters, order, ...request });
      link.download = '';
      link.click();
    } catch (error) {
      toast.error(error, messages.exportFailed(table.title));
    } finally {
      setPreparing(false);
    }
  };
  return { isPreparing, download };
}
