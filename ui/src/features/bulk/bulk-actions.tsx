import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import { canReadByKey } from '@/data/writes/bulk/bulk-source';
import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import type { SelectionMode } from '@/table/selection/row-selection';
import { useTable } from '@/table/table-context';
import styles from './bulk-actions.module.css';
import { bulkMessages } from './bulk-messages';
import type { BulkDeleteDialogProps } from './dialogs/bulk-delete-dialog';
import { listBulkColumns } from './dialogs/bulk-edit.utils';
import type { BulkEditDialogProps } from './dialogs/bulk-edit-dialog';

const BulkDeleteDialog = lazyComponent<BulkDeleteDialogProps>(
  async () => (await import('./dialogs/bulk-delete-dialog')).BulkDeleteDialog,
);
const BulkEditDialog = lazyComponent<BulkEditDialogProps>(
  async () => (await import('./dialogs/bulk-edit-dialog')).BulkEditDialog,
);

export interface BulkActionsProps {
  mode: SelectionMode;
  /** Deletes a few ticked rows; undefined if the role can't delete rows. */
  onDelete: (() => void) | undefined;
}

/** More rows than this are deleted in batches, with a report. */
const maxSimpleDeleteRows = 50;

const messages = bulkMessages.actions;

/** The buttons that edit or delete all selected rows. */
export function BulkActions({ mode, onDelete }: BulkActionsProps) {
  const { table, selection } = useTable();
  const [openDialog, setOpenDialog] = useState<{ kind: 'edit' | 'delete'; scope: BulkScope } | null>(null);
  const isPossible = mode.kind === 'rows' || canReadByKey(table);
  const open = (kind: 'edit' | 'delete') => setOpenDialog({ kind, scope: toBulkScope(mode) });
  const isSimpleDelete = mode.kind === 'rows' && mode.rows.size <= maxSimpleDeleteRows;
  const close = (isTouched: boolean) => {
    setOpenDialog(null);
    if (isTouched) selection.clear();
  };
  return (
    <>
      {isPossible && listBulkColumns(table).length > 0 && (
        <Button variant="primary" icon={<Pencil aria-hidden />} onClick={() => open('edit')}>
          {messages.edit}
        </Button>
      )}
      {isPossible && onDelete && (
        <Button
          className={styles.delete}
          icon={<Trash2 aria-hidden />}
          onClick={isSimpleDelete ? onDelete : () => open('delete')}
        >
          {messages.delete}
        </Button>
      )}
      {openDialog?.kind === 'edit' && <BulkEditDialog scope={openDialog.scope} onClose={close} />}
      {openDialog?.kind === 'delete' && <BulkDeleteDialog scope={openDialog.scope} onClose={close} />}
    </>
  );
}

function toBulkScope(mode: SelectionMode): BulkScope {
  return mode.kind === 'all' ? mode : { kind: 'rows', rows: [...mode.rows.values()] };
}
