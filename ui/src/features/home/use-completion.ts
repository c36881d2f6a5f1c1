import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/overlays/toast';
import type { Completion } from '@/data/home/completion';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { homeMessages as messages } from './home-messages';
import { type RowChange, writeRowChange } from './row-change';

/** Changes the status of a row if it still has the value that the user saw. The notice offers to undo the change. */
export function useCompletion(table: Table, row: Row, title: string) {
  const client = useQueryClient();
  const write = async (baseRow: Row, change: RowChange) => {
    const changed = await writeRowChange(client, table, baseRow, change);
    if (!changed) toast.info(messages.changedMeanwhile(title));
    return changed;
  };
  return useMutation({
    mutationFn: ({ column, value }: Completion) => write(row, { [column]: value }),
    onSuccess: (changed, { column, label }) => {
      if (!changed) return;
      toast.done(messages.done(title, label), {
        label: messages.undo,
        onClick: () => {
          write(changed, { [column]: row[column] ?? null }).catch((error: unknown) =>
            toast.error(error, messages.notDone(title)),
          );
        },
      });
    },
    onError: (error) => toast.error(error, messages.notDone(title)),
  });
}
