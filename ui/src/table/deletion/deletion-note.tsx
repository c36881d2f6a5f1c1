import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { refusalOf } from '@/data/writes/outbox/outbox';
import type { Entry } from '@/data/writes/outbox/outbox-store';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/session';
import { refusalSentence, waitingReason } from '@/table/changes/changes-list.utils';
import { useVisit } from '@/table/visit-context';
import { DeleteConflictDialog } from './delete-conflict-dialog';
import styles from './deletion-note.module.css';

/** Over a record: that its delete waits, or was not taken, and how to take it back. */
export function DeletionNote({ table, entry }: { table: Table; entry: Entry }) {
  const { outbox } = useVisit();
  const schema = useSchema();
  const [deciding, setDeciding] = useState(false);
  const { refusal } = entry;
  const conflict = refusal?.kind === 'conflict';
  return (
    <div className={styles.note} data-state={entry.state} role="status">
      <p>
        {refusal
          ? `This record was not deleted. ${refusalSentence(schema, table, refusalOf(refusal), entry.seen)}`
          : `This record is to be deleted. ${waitingReason([entry], 'It is deleted')}`}
      </p>
      <span className={styles.tools}>
        {refusal && (
          <Button size="sm" onClick={() => (conflict ? setDeciding(true) : void outbox.retry([entry]))}>
            {conflict ? 'Choose…' : 'Try again'}
          </Button>
        )}
        <Button size="sm" onClick={() => void outbox.withdraw([entry.id])}>
          Keep it
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
