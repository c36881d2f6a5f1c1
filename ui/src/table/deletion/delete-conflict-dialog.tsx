import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import type { Table } from '@/lib/api.gen';
import { useChangeSession } from '@/table/change-session-context';
import { ChangedValues } from '@/table/changes/changed-values';

export interface DeleteConflictDialogProps {
  table: Table;
  /** A delete that was not taken, as the row is another by now; null while nothing is asked. */
  entry: OutboxEntry | null;
  /** Put off: nothing is chosen. */
  onClose: () => void;
}

/** Asks anew about a row that was deleted without knowing what it is now. */
export function DeleteConflictDialog({ table, entry, onClose }: DeleteConflictDialogProps) {
  const { outbox } = useChangeSession();
  const conflict = entry?.rejection?.kind === 'conflict' ? entry.rejection : undefined;
  const decide = (choice: (chosen: OutboxEntry) => Promise<void>) => {
    if (entry) void choice(entry);
    onClose();
  };
  return (
    <Dialog
      open={conflict !== undefined}
      onOpenChange={(open) => !open && onClose()}
      role="alertdialog"
      title={`Delete ${entry?.heading ?? ''} all the same?`}
      description={<p>It was changed after you had deleted it here, so it is still there:</p>}
      footer={
        <>
          <Button onClick={() => decide(({ id }) => outbox.withdraw([id]))}>Keep it</Button>
          <Button
            variant="danger"
            onClick={() => decide((chosen) => outbox.retry([chosen], { isForced: true }))}
          >
            Delete all the same
          </Button>
        </>
      }
    >
      {entry && conflict && (
        <ChangedValues
          table={table}
          columns={table.columns.filter(({ name }) => conflict.columns.includes(name))}
          before={entry.baseRow}
          after={conflict.theirs}
        />
      )}
    </Dialog>
  );
}
