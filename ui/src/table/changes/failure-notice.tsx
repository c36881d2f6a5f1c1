import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/m';
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import type { Row } from '@/data/rows/row';
import { refusalText } from '@/data/values/checks/refusal.utils';
import { displayText, headingOf } from '@/data/values/value.utils';
import type { Failure } from '@/data/writes/edits/failures';
import { ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { pop } from '@/lib/browser/motion';
import { useSchema } from '@/lib/session';
import { DeleteConflictDialog } from '@/table/deletion/delete-conflict-dialog';
import { useTable } from '@/table/table-context';
import { useVisit } from '@/table/visit-context';
import { ConflictDialog } from './conflict-dialog';
import styles from './failure-notice.module.css';

/** Why an edit in the grid did not come through. What was entered can be sent again. */
export function FailureNotice() {
  const { table, edits } = useTable();
  const schema = useSchema();
  const { outbox } = useVisit();
  const { failure } = useSyncExternalStore(edits.subscribe, edits.summary);
  const entry = failure?.entry;
  const choose = (seen: Row, changes: Row) => {
    const mine = Object.keys(changes).length > 0;
    if (!entry) return mine && void edits.save(seen, changes);
    void (mine ? outbox.retry([entry], { seen, changes }) : outbox.withdraw([entry.id]));
  };
  const conflict = failure?.outcome.kind === 'conflict' ? failure.outcome : undefined;
  const deletes = entry?.kind === 'delete';
  return (
    <>
      <AnimatePresence>
        {failure && !conflict && (
          <m.div className={styles.place} {...pop}>
            <ErrorNotice
              className={styles.notice}
              error={errorOf(failure)}
              text={refusalText(toApiError(errorOf(failure)), {
                ...{ schema, table },
                values: { ...failure.seen, ...failure.changes },
              })}
              title={`${entry?.heading ?? headingOf(table, failure.seen)}: ${whatFailed(table, failure)}`}
              onRetry={entry && (() => void outbox.retry([entry]))}
            />
            <IconButton
              size="sm"
              label={entry ? 'Decide later' : 'Dismiss'}
              icon={<X aria-hidden />}
              className={styles.close}
              onClick={() => edits.dismissFailure()}
            />
          </m.div>
        )}
      </AnimatePresence>
      <ConflictDialog
        table={table}
        conflict={
          conflict && failure && !deletes
            ? { ...failure, theirs: conflict.theirs, columns: conflict.columns }
            : null
        }
        onClose={() => edits.dismissFailure()}
        onChoose={choose}
      />
      <DeleteConflictDialog
        table={table}
        entry={conflict && deletes ? entry : null}
        onClose={() => edits.dismissFailure()}
      />
    </>
  );
}

/** 'status was not changed to “delivered”.' The person sees what they had entered. */
function whatFailed(table: Table, { changes, entry, outcome }: Failure): string {
  if (entry?.kind === 'delete') {
    return outcome.kind === 'gone' ? 'There was nothing left to delete.' : 'It was not deleted.';
  }
  const columns = table.columns.filter(({ name }) => name in changes);
  const [only] = columns;
  if (!only || columns.length > 1) return `${columns.map(({ title }) => title).join(', ')} were not changed.`;
  const value = changes[only.name] ?? null;
  const relation = table.foreignKeys.some((key) => key.columns.includes(only.name));
  if (relation) return `${only.title} was not changed.`;
  return `${only.title} was not changed to ${value === null ? 'NULL' : `“${displayText(only, value)}”`}.`;
}

/** The backend's own error, or a sentence of ours for what never got an answer. */
export function errorOf({ outcome }: Pick<Failure, 'outcome'>): unknown {
  if (outcome.kind === 'refused') return outcome.error;
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
