import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/m';
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { ErrorNotice } from '@/components/error-notice';
import { IconButton } from '@/components/icon-button';
import { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { pop } from '@/lib/motion';
import { type Failure, mayRetry } from '../../api/edits';
import { displayText, headingOf } from '../../values/value.utils';
import { useTable } from '../table-context';
import { ConflictDialog } from './conflict-dialog';
import styles from './failure-notice.module.css';

/** Why an edit in the grid did not come through. What was entered can be sent again. */
export function FailureNotice() {
  const { table, edits } = useTable();
  const { failure, waiting } = useSyncExternalStore(edits.subscribe, edits.summary);
  const conflict = failure?.outcome.kind === 'conflict' ? failure.outcome : undefined;
  return (
    <>
      <AnimatePresence>
        {failure && !conflict && (
          <m.div className={styles.place} {...pop}>
            <ErrorNotice
              className={styles.notice}
              error={errorOf(failure)}
              title={`${others(failure, waiting)}${headingOf(table, failure.seen)}: ${whatFailed(table, failure)}`}
              // Only what never reached the database can go better the second time.
              onRetry={mayRetry(failure) ? () => edits.retry() : undefined}
            />
            <IconButton
              size="sm"
              label="Dismiss"
              icon={<X aria-hidden />}
              className={styles.close}
              onClick={() => edits.dismissFailure()}
            />
          </m.div>
        )}
      </AnimatePresence>
      <ConflictDialog
        conflict={
          conflict && failure ? { ...failure, theirs: conflict.theirs, columns: conflict.columns } : null
        }
        onClose={() => edits.dismissFailure()}
        onChoose={(seen, changes) => Object.keys(changes).length > 0 && void edits.save(seen, changes)}
      />
    </>
  );
}

/** '3 edits wait to be sent. ' when the failure is one of several. */
function others(failure: Failure, waiting: number): string {
  return mayRetry(failure) && waiting > 1 ? `${waiting} edits wait to be sent. ` : '';
}

/** 'status was not changed to “delivered”.' The person sees what they had entered. */
function whatFailed(table: Table, { changes }: Failure): string {
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
