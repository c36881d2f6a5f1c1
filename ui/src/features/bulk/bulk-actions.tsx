import { Suspense, useState } from 'react';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import { canReadByKey } from '@/data/writes/bulk/bulk-source';
import { lazyComponent } from '@/lib/browser/lazy-loading';
import type { SelectionMode } from '@/table/selection/row-selection';
import { useTable } from '@/table/table-context';
import bar from '@/table/view/status-bar.module.css';
import type { BulkDeleteDialogProps } from './bulk-delete-dialog';
import { bulkColumns } from './bulk-edit.utils';
import type { BulkEditDialogProps } from './bulk-edit-dialog';

const BulkDeleteDialog = lazyComponent<BulkDeleteDialogProps>(
  async () => (await import('./bulk-delete-dialog')).BulkDeleteDialog,
);
const BulkEditDialog = lazyComponent<BulkEditDialogProps>(
  async () => (await import('./bulk-edit-dialog')).BulkEditDialog,
);

export interface BulkActionsProps {
  mode: SelectionMode;
  /** Deletes a few ticked rows; undefined where the role may delete none. */
  onDelete: (() => void) | undefined;
}

/** More rows than this are deleted in batches, with a report. */
const maxSimpleDeleteRows = 50;

/** What can be done with all selected rows at once. */
export function BulkActions({ mode, onDelete }: BulkActionsProps) {
  const { table, selection } = useTable();
  const [asked, setAsked] = useState<{ what: 'edit' | 'delete'; scope: BulkScope } | null>(null);
  const possible = mode.kind === 'rows' || canReadByKey(table);
  const ask = (what: 'edit' | 'delete') => setAsked({ what, scope: toBulkScope(mode) });
  const few = mode.kind === 'rows' && mode.rows.size <= maxSimpleDeleteRows;
  const close = (touched: boolean) => {
    setAsked(null);
    if (touched) selection.clear();
  };
  return (
    <>
      {possible && bulkColumns(table).length > 0 && (
        <button type="button" className={bar.link} onClick={() => ask('edit')}>
          Edit…
        </button>
      )}
      {possible && onDelete && (
        <button type="button" className={bar.danger} onClick={few ? onDelete : () => ask('delete')}>
          Delete…
        </button>
      )}
      <Suspense fallback={null}>
        {asked?.what === 'edit' && <BulkEditDialog scope={asked.scope} onClose={close} />}
        {asked?.what === 'delete' && <BulkDeleteDialog scope={asked.scope} onClose={close} />}
      </Suspense>
    </>
  );
}

function toBulkScope(mode: SelectionMode): BulkScope {
  return mode.kind === 'all' ? mode : { kind: 'rows', rows: [...mode.rows.values()] };
}
