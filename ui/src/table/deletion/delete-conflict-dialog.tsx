import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import type { Table } from '@/lib/api.gen';
import { useChangeSession } from '@/table/change-session-context';
import { ChangedValues } from '@/table/changes/changed-values';
import { tableMessages } from '@/table/table-messages';

const messages = tableMessages.deletion;

export interface DeleteConflictDialogProps {
  table: Table;
  /** A delete that was rejected because the row changed; null closes the dialog. */
  entry: OutboxEntry | null;
  /** Called when the dialog closes, with or without a decision. */
  onClose: () => void;
}

/** Asks whether to delete a row that another user changed after this user deleted it. */
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
      title={messages.conflictTitle(entry?.heading ?? '')}
      description={<p>{messages.conflictDescription}</p>}
      footer={
        <>
          <Button onClick={() => decide(({ id }) => outbox.withdraw([id]))}>{messages.keep}</Button>
          <Button
            variant="danger"
            onClick={() => decide((chosen) => outbox.retry([chosen], { isForced: true }))}
          >
            {messages.deleteAnyway}
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
