import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/overlays/toast';
import type { Completion } from '@/data/home/completion';
import type { Row, Value } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { patchRows } from '@/data/rows/rows-api';
import { getRowKey, guardFilters, keyFilters } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { homeMessages as messages } from './home-messages';

/** Changes the status of a row if it still has the value that the user saw. The notice offers to undo the change. */
export function useCompletion(table: Table, row: Row, title: string) {
  const client = useQueryClient();
  const write = async (baseRow: Row, changes: Row) => {
    const key = getRowKey(table, baseRow) ?? [];
    const filters = [...keyFilters(key), ...guardFilters(table, baseRow, changes)];
    const rows = key.length > 0 ? await patchRows(table, filters, changes, 1) : [];
    void client.invalidateQueries({ queryKey: rowKeys.table(table) });
    if (rows.length === 0) toast.info(messages.changedMeanwhile(title));
    return rows[0];
  };
  return useMutation({
    mutationFn: ({ column, value }: Completion) => write(row, { [column]: value }),
    onSuccess: (changed, { column, label }) => {
      if (!changed) return;
      const before: Value = row[column] ?? null;
      toast.done(messages.done(title, label), {
        label: messages.undo,
        onClick: () => {
          write(changed, { [column]: before }).catch((error: unknown) =>
            toast.error(error, messages.notDone(title)),
          );
        },
      });
    },
    onError: (error) => toast.error(error, messages.notDone(title)),
  });
}
