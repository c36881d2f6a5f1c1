import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/m';
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import type { Row } from '@/data/rows/row';
import { rejectionText } from '@/data/values/checks/rejection-text';
import { formatValue, headingOf } from '@/data/values/value.utils';
import type { FailedEdit } from '@/data/writes/edits/failed-edits';
import { ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { pop } from '@/lib/browser/motion';
import { useSchema } from '@/lib/session';
import { useChangeSession } from '@/table/change-session-context';
import { DeleteConflictDialog } from '@/table/deletion/delete-conflict-dialog';
import { useTable } from '@/table/table-context';
import { ConflictDialog } from './conflict-dialog';
import styles from './failed-edit-notice.module.css';

/** Why an edit in the grid did not come through. What was entered can be sent again. */
export function FailedEditNotice() {
  const { table, edits } = useTable();
  const schema = useSchema();
  const { outbox } = useChangeSession();
  const { failedEdit } = useSyncExternalStore(edits.subscribe, edits.snapshot);
  const entry = failedEdit?.entry;
  const choose = (baseRow: Row, changes: Row) => {
    const mine = Object.keys(changes).length > 0;
    if (!entry) return mine && void edits.save(baseRow, changes);
    void (mine ? outbox.retry([entry], { baseRow, changes }) : outbox.withdraw([entry.id]));
  };
  const conflict = failedEdit?.outcome.kind === 'conflict' ? failedEdit.outcome : undefined;
  const deletes = entry?.kind === 'delete';
  return (
    <>
      <AnimatePresence>
        {failedEdit && !conflict && (
          <m.div className={styles.container} {...pop}>
            <ErrorNotice
              className={styles.notice}
              error={errorOf(failedEdit)}
              text={rejectionText(toApiError(errorOf(failedEdit)), {
                ...{ schema, table },
                values: { ...failedEdit.baseRow, ...failedEdit.changes },
              })}
              title={`${entry?.heading ?? headingOf(table, failedEdit.baseRow)}: ${describeFailure(table, failedEdit)}`}
              onRetry={entry && (() => void outbox.retry([entry]))}
            />
            <IconButton
              size="sm"
              label={entry ? 'Decide later' : 'Dismiss'}
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
          conflict && failedEdit && !deletes
            ? { ...failedEdit, theirs: conflict.theirs, columns: conflict.columns }
            : null
        }
        onClose={() => edits.dismissFailedEdit()}
        onChoose={choose}
      />
      <DeleteConflictDialog
        table={table}
        entry={conflict && deletes ? entry : null}
        onClose={() => edits.dismissFailedEdit()}
      />
    </>
  );
}

/** 'status was not changed to “delivered”.' The person sees what they had entered. */
function describeFailure(table: Table, { changes, entry, outcome }: FailedEdit): string {
  if (entry?.kind === 'delete') {
    return outcome.kind === 'missing' ? 'There was nothing left to delete.' : 'It was not deleted.';
  }
  const columns = table.columns.filter(({ name }) => name in changes);
  const [only] = columns;
  if (!only || columns.length > 1) return `${columns.map(({ title }) => title).join(', ')} were not changed.`;
  const value = changes[only.name] ?? null;
  const relation = table.foreignKeys.some((key) => key.columns.includes(only.name));
  if (relation) return `${only.title} was not changed.`;
  return `${only.title} was not changed to ${value === null ? 'NULL' : `“${formatValue(only, value)}”`}.`;
}

/** The backend's own error, or a sentence of ours for what never got an answer. */
export function errorOf({ outcome }: Pick<FailedEdit, 'outcome'>): unknown {
  if (outcome.kind === 'rejected') return outcome.error;
  const own = { details: '', status: 0, requestId: '' };
  if (outcome.kind === 'invalid') {
    return new ApiError({ ...own, code: 'invalid', message: outcome.problem, hint: '' });
  }
  return new ApiError({
    ...own,
    code: 'row_not_found',
    message: 'This row is no longer there, or you may no longer see it.',
    hint: 'It may have been deleted meanwhile. Reload to see the rows as they are.',
  });
}
