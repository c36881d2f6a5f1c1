import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { toast } from '@/components/toast';
import { plural } from '@/lib/format';
import { useSchema } from '@/lib/session';
import { type Filter, group } from '../../api/filters.utils';
import { keyFilters, keyOf } from '../../api/guards.utils';
import { rowKeys } from '../../api/keys';
import type { Row } from '../../api/row';
import { deleteRows } from '../../api/rows';
import { headingOf } from '../../values/value.utils';
import { useTable } from '../table-context';
import { consequences } from './delete-dialog.utils';

export interface DeleteDialogProps {
  /** The rows to delete; null while nothing is asked. */
  rows: readonly Row[] | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Rows whose keys go into one request. */
const batchSize = 50;

/** Asks before rows are deleted, naming them. What refers to them decides too: the backend's refusal is shown here. */
export function DeleteDialog({ rows, onClose, onDeleted }: DeleteDialogProps) {
  const { table } = useTable();
  const schema = useSchema();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: async (doomed: readonly Row[]) => {
      for (let i = 0; i < doomed.length; i += batchSize) {
        const batch = doomed.slice(i, i + batchSize);
        await deleteRows(
          table,
          [anyOf(batch.map((row) => keyFilters(keyOf(table, row) ?? [])))],
          batch.length,
        );
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: rowKeys.table(table) }),
    onSuccess: (_, doomed) => {
      toast.done(doomed.length === 1 ? 'Deleted.' : `Deleted ${plural(doomed.length, 'row')}.`);
      onDeleted();
      onClose();
    },
  });
  const count = rows?.length ?? 0;
  const what = count === 1 && rows?.[0] ? headingOf(table, rows[0]) : plural(count, 'row');
  return (
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
      error={remove.error}
      onConfirm={() => rows && remove.mutate(rows)}
    >
      <p>This can’t be undone. {consequences(schema, table).join(' ')}</p>
    </ConfirmDialog>
  );
}

function anyOf(keys: readonly (readonly Filter[])[]): Filter {
  return group(
    'or',
    keys.map((key) => (key.length === 1 && key[0] ? key[0] : group('and', key))),
  );
}
