import { useEffect, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import { drafts } from '@/data/writes/drafts';
import type { Entry } from '@/data/writes/outbox/outbox-store';
import type { Schema } from '@/lib/api.gen';
import { findTable, useSchema, useUser } from '@/lib/session';
import { guardSignOut } from '@/lib/sign-out';
import { countEntries } from '@/table/changes/changes-list.utils';
import { useOutbox, useVisit } from '@/table/visit-context';
import styles from './sign-out-dialog.module.css';

/** Edits that are named; more are counted. */
const mostNamed = 10;

/** Asks before somebody signs out whose edits are not saved yet, and names them. */
export function SignOutDialog() {
  const { outbox, storage } = useVisit();
  const { entries, durable } = useOutbox();
  const user = useUser();
  const schema = useSchema();
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null);
  useEffect(
    () =>
      guardSignOut({
        confirm: async () => {
          if (outbox.snapshot().entries.length === 0) return true;
          return new Promise<boolean>((resolve) => setAnswer(() => resolve));
        },
        forget: async () => {
          drafts.keepOf(undefined);
          await storage.forget();
        },
      }),
    [outbox, storage],
  );
  const decide = (leave: boolean) => {
    answer?.(leave);
    setAnswer(null);
  };
  const discard = async () => {
    await outbox.withdraw(entries.map(({ id }) => id));
    decide(true);
  };
  const named = entries.slice(0, mostNamed);
  return (
    <Dialog
      open={answer !== null}
      onOpenChange={(open) => !open && decide(false)}
      role="alertdialog"
      title={`${countEntries(entries)} of yours ${entries.length === 1 ? 'is' : 'are'} not saved yet`}
      description={
        durable ? (
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
            {nameOf(schema, entry)}
          </li>
        ))}
        {entries.length > mostNamed && <li>and {entries.length - mostNamed} more</li>}
      </ul>
    </Dialog>
  );
}

function nameOf(schema: Schema, { schema: schemaName, table: name, heading, kind, changes }: Entry): string {
  const table = findTable(schema, schemaName, name);
  const titles = Object.keys(changes).map(
    (column) => table?.columns.find((candidate) => candidate.name === column)?.title ?? column,
  );
  const what = kind === 'delete' ? 'to be deleted' : kind === 'insert' ? 'new' : titles.join(', ');
  return `${heading} (${table?.title ?? name}): ${what}`;
}
