import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import type { Schema } from '@/lib/api.gen';
import { useSchema, useUser } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { useChangeSession, useOutbox } from '@/table/change-session-context';
import { formatEntryCount } from '@/table/changes/change-texts';
import { changesMessages } from './changes-messages';
import styles from './sign-out-dialog.module.css';

const messages = changesMessages.signOut;

/** Maximum number of listed edits; the others are counted. */
const maxListedEntries = 10;

export interface SignOutDialogProps {
  open: boolean;
  /** Called with whether the user signs out. */
  onDecide: (leaves: boolean) => void;
}

/** Asks before a user with unsaved edits signs out, and lists these edits. */
export function SignOutDialog({ open, onDecide }: SignOutDialogProps) {
  const { outbox } = useChangeSession();
  const { entries, isDurable } = useOutbox();
  const user = useUser();
  const count = entries.length;
  const discard = async () => {
    await outbox.withdraw(entries.map(({ id }) => id));
    onDecide(true);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onDecide(false)}
      role="alertdialog"
      title={messages.title(formatEntryCount(entries), count)}
      description={<p>{isDurable ? messages.stored(count, user.name) : messages.notStored(count)}</p>}
      footer={
        <>
          <Button onClick={() => onDecide(false)}>{messages.stay}</Button>
          <Button onClick={() => void discard()}>{messages.discard}</Button>
          <Button variant="primary" onClick={() => onDecide(true)}>
            {messages.signOut}
          </Button>
        </>
      }
    >
      <EntryList entries={entries} />
    </Dialog>
  );
}

function EntryList({ entries }: { entries: readonly OutboxEntry[] }) {
  const schema = useSchema();
  return (
    <ul className={styles.entries}>
      {entries.slice(0, maxListedEntries).map((entry) => (
        <li key={entry.id} dir="auto">
          {describeEntry(schema, entry)}
        </li>
      ))}
      {entries.length > maxListedEntries && <li>{messages.more(entries.length - maxListedEntries)}</li>}
    </ul>
  );
}

/** Returns 'Lund Bakery (Customers): City and Country'. */
function describeEntry(schema: Schema, entry: OutboxEntry): string {
  const table = findTable(schema, entry.schema, entry.table);
  const titles = Object.keys(entry.changes).map(
    (name) => table?.columns.find((column) => column.name === name)?.title ?? name,
  );
  const contents = {
    delete: messages.delete,
    insert: messages.newRow,
    update: messages.columns(titles),
  };
  return messages.entry(entry.heading, table?.title ?? entry.table, contents[entry.kind]);
}
