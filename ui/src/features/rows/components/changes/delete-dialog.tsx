import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { toast } from '@/components/toast';
import { ApiError } from '@/lib/api';
import { useConnection } from '@/lib/connection';
import { plural } from '@/lib/format';
import { useSchema } from '@/lib/session';
import type { Row } from '../../api/row';
import { headingOf } from '../../values/value.utils';
import { useTable } from '../table-context';
import { undoPromise } from './delete-dialog.utils';
import { DeleteReferences } from './delete-references';
import { ExplainRefusals } from './explain-refusals';
import { useUndo } from './use-undo';
import { useVisit } from './visit-context';

export interface DeleteDialogProps {
  /** The rows to delete; null while nothing is asked. */
  rows: readonly Row[] | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before rows are deleted, naming them. What refers to them decides too: the backend's refusal is shown here. */
export function DeleteDialog({ rows, onClose, onDeleted }: DeleteDialogProps) {
  const { table, edits } = useTable();
  const schema = useSchema();
  const { history } = useVisit();
  const { undoChange } = useUndo(table);
  const remove = useMutation({
    mutationFn: (doomed: readonly Row[]) => edits.remove(doomed),
    onSuccess: (_, doomed) => {
      const change = history.snapshot().undoable;
      toast.done(doomed.length === 1 ? 'Deleted.' : `Deleted ${plural(doomed.length, 'row')}.`, {
        label: 'Undo',
        onClick: () => void undoChange(change),
      });
      onDeleted();
      onClose();
    },
  });
  // What kept it from being sent is over: it can be confirmed again.
  const { state } = useConnection();
  const error = state === 'online' && isOffline(remove.error) ? null : remove.error;
  const count = rows?.length ?? 0;
  const what = count === 1 && rows?.[0] ? headingOf(table, rows[0]) : plural(count, 'row');
  return (
    <ExplainRefusals table={table} values={count === 1 ? rows?.[0] : undefined}>
      <ConfirmDialog
        open={rows !== null}
        onOpenChange={(open) => {
          if (open) return;
          remove.reset();
          onClose();
        }}
        title={count === 1 ? `Delete ${what}?` : `Delete ${what} from ${table.title}?`}
        losses={count > 1 ? rows?.map((row) => headingOf(table, row)) : []}
        confirmLabel={count === 1 ? 'Delete' : `Delete ${plural(count, 'row')}`}
        pending={remove.isPending}
        error={error}
        onConfirm={() => rows && remove.mutate(rows)}
      >
        {isOffline(error) && <p>Nothing was deleted: a delete doesn’t wait for the network.</p>}
        {rows && <DeleteReferences table={table} rows={rows} />}
        <p>{undoPromise(schema, table)}</p>
      </ConfirmDialog>
    </ExplainRefusals>
  );
}

function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'offline';
}
