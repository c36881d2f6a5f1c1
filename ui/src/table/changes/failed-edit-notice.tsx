import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/client';
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import type { Row } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import { formatRejection } from '@/data/values/checks/rejection-text';
import { formatValue } from '@/data/values/value.utils';
import type { FailedEdit } from '@/data/writes/edits/failed-edits';
import { toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { pop } from '@/lib/browser/theme/motion';
import { useChangeSession } from '@/table/change-session-context';
import { DeleteConflictDialog } from '@/table/deletion/delete-conflict-dialog';
import { useTable } from '@/table/table-context';
import { tableMessages } from '@/table/table-messages';
import { ConflictDialog } from './conflict-dialog';
import { getError } from './edit-error';
import styles from './failed-edit-notice.module.css';

const messages = tableMessages.changes;

/** Shows the latest failed edit of the table with its reason and a retry, or asks how to resolve its conflict. */
export function FailedEditNotice() {
  const { table, edits } = useTable();
  const schema = useSchema();
  const { outbox } = useChangeSession();
  const { failedEdit } = useSyncExternalStore(edits.subscribe, edits.snapshot);
  const entry = failedEdit?.entry;
  const choose = (baseRow: Row, changes: Row) => {
    const hasChanges = Object.keys(changes).length > 0;
    if (!entry) return hasChanges && void edits.save(baseRow, changes);
    void (hasChanges ? outbox.retry([entry], { baseRow, changes }) : outbox.withdraw([entry.id]));
  };
  const conflict = failedEdit?.outcome.kind === 'conflict' ? failedEdit.outcome : undefined;
  const isDelete = entry?.kind === 'delete';
  return (
    <>
      <AnimatePresence>
        {failedEdit && !conflict && (
          <m.div className={styles.container} {...pop}>
            <ErrorNotice
              className={styles.notice}
              error={getError(failedEdit)}
              text={formatRejection(toApiError(getError(failedEdit)), {
                ...{ schema, table },
                values: { ...failedEdit.baseRow, ...failedEdit.changes },
              })}
              title={messages.failure(
                entry?.heading ?? getRowHeading(table, failedEdit.baseRow),
                describeFailure(table, failedEdit),
              )}
              onRetry={entry && (() => void outbox.retry([entry]))}
            />
            <IconButton
              size="sm"
              label={entry ? messages.decideLater : messages.dismiss}
              icon={<X aria-hidden />}
              className={styles.close}
              onClick={() => edits.dismissFailedEdit()}
            />
          </m.div>
        )}
      </AnimatePresence>
      <ConflictDialog
        table={table}
        conflict={
          conflict && failedEdit && !isDelete
            ? { ...failedEdit, theirs: conflict.theirs, columns: conflict.columns }
            : null
        }
        onClose={() => edits.dismissFailedEdit()}
        onChoose={choose}
      />
      <DeleteConflictDialog
        table={table}
        entry={conflict && isDelete ? entry : null}
        onClose={() => edits.dismissFailedEdit()}
      />
    </>
  );
}

/** Returns what was not saved, with the value that the user entered: 'Status not changed to “delivered”'. */
function describeFailure(table: Table, { changes, entry, outcome }: FailedEdit): string {
  if (entry?.kind === 'delete') {
    return outcome.kind === 'missing' ? messages.nothingToDelete : messages.notDeleted;
  }
  const columns = table.columns.filter(({ name }) => Object.hasOwn(changes, name));
  const [only] = columns;
  const isReference = table.foreignKeys.some((key) => only && key.columns.includes(only.name));
  if (!only || columns.length > 1 || isReference)
    return messages.columnsNotChanged(columns.map(({ title }) => title));
  const value = changes[only.name] ?? null;
  return messages.notChangedTo(
    only.title,
    value === null ? messages.null : messages.quoted(formatValue(only, value)),
  );
}
