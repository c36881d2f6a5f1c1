import { useState } from 'react';
import { Button } from '@/components/controls/button';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import { toRejection } from '@/data/writes/outbox/queue/queued-rejection';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { useChangeSession } from '@/table/change-session-context';
import { describeQueueReason, describeRejection } from '@/table/changes/change-texts';
import { tableMessages } from '@/table/table-messages';
import { DeleteConflictDialog } from './delete-conflict-dialog';
import styles from './deletion-note.module.css';

const messages = tableMessages.deletion;

/** States above a record that its delete is queued or failed, and offers to withdraw or retry it. */
export function DeletionNote({ table, entry }: { table: Table; entry: OutboxEntry }) {
  const { outbox } = useChangeSession();
  const schema = useSchema();
  const [deciding, setDeciding] = useState(false);
  const { rejection } = entry;
  const conflict = rejection?.kind === 'conflict';
  return (
    <div className={styles.note} data-state={entry.state} role="status">
      <p>
        {rejection
          ? messages.failed(describeRejection(schema, table, toRejection(rejection), entry.baseRow))
          : messages.queued(describeQueueReason([entry]))}
      </p>
      <span className={styles.tools}>
        {rejection && (
          <Button size="sm" onClick={() => (conflict ? setDeciding(true) : void outbox.retry([entry]))}>
            {conflict ? messages.choose : messages.retry}
          </Button>
        )}
        <Button size="sm" onClick={() => void outbox.withdraw([entry.id])}>
          {messages.keep}
        </Button>
      </span>
      <DeleteConflictDialog
        table={table}
        entry={deciding && conflict ? entry : null}
        onClose={() => setDeciding(false)}
      />
    </div>
  );
}
