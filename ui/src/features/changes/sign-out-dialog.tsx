import { useEffect, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import { drafts } from '@/data/writes/drafts';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import type { Schema } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import { useSchema, useUser } from '@/lib/session';
import { setSignOutGuard } from '@/lib/sign-out';
import { useChangeSession, useOutbox } from '@/table/change-session-context';
import { formatEntryCount } from '@/table/changes/change-texts';
import styles from './sign-out-dialog.module.css';

/** Edits that are named; more are counted. */
const maxNamedEntries = 10;

/** Asks before somebody signs out whose edits are not saved yet, and names them. */
export function SignOutDialog() {
  const { outbox, persistence } = useChangeSession();
  const { entries, isDurable } = useOutbox();
  const user = useUser();
  const schema = useSchema();
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null);
  useEffect(
    () =>
      setSignOutGuard({
        confirm: async () => {
          if (outbox.snapshot().entries.length === 0) return true;
          return new Promise<boolean>((resolve) => setAnswer(() => resolve));
        },
        clearUserData: async () => {
          drafts.removeOtherUsers(undefined);
          await persistence.forget();
        },
      }),
    [outbox, persistence],
  );
  const decide = (leave: boolean) => {
    answer?.(leave);
    setAnswer(null);
  };
  const discard = async () => {
    await outbox.withdraw(entries.map(({ id }) => id));
    decide(true);
  };
  const named = entries.slice(0, maxNamedEntries);
  return (
    <Dialog
      open={answer !== null}
      onOpenChange={(open) => !open && decide(false)}
      role="alertdialog"
      title={`${formatEntryCount(entries)} of yours ${entries.length === 1 ? 'is' : 'are'} not saved yet`}
      description={
        isDurable ? (
          <p>
            They stay in this browser, unseen by anybody else who signs in here, and are sent when {user.name}{' '}
            signs in again.
          </p>
        ) : (
          <p>This browser keeps nothing for this page: they are lost when you sign out.</p>
        )
      }
      footer={
        <>
          <Button onClick={() => decide(false)}>Stay signed in</Button>
          <Button onClick={() => void discard()}>Discard them and sign out</Button>
          <Button variant="primary" onClick={() => decide(true)}>
            Sign out
          </Button>
        </>
      }
    >
      <ul className={styles.entries}>
        {named.map((entry) => (
          <li key={entry.id} dir="auto">
            {describeEntry(schema, entry)}
          </li>
        ))}
        {entries.length > maxNamedEntries && <li>and {entries.length - maxNamedEntries} more</li>}
      </ul>
    </Dialog>
  );
}

function describeEntry(
  schema: Schema,
  { schema: schemaName, table: name, heading, kind, changes }: OutboxEntry,
): string {
  const table = findTable(schema, schemaName, name);
  const titles = Object.keys(changes).map(
    (column) => table?.columns.find((candidate) => candidate.name === column)?.title ?? column,
  );
  const what = kind === 'delete' ? 'to be deleted' : kind === 'insert' ? 'new' : titles.join(', ');
  return `${heading} (${table?.title ?? name}): ${what}`;
}
