import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/m';
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { ErrorNotice } from '@/components/error-notice';
import { IconButton } from '@/components/icon-button';
import { ApiError } from '@/lib/api';
import { pop } from '@/lib/motion';
import type { Failure } from '../api/edits';
import { titleOf } from '../values/value.utils';
import { ConflictDialog } from './conflict-dialog';
import styles from './failure-notice.module.css';
import { useTable } from './table-context';

/** Why an edit in the grid did not come through. What was entered can be sent again. */
export function FailureNotice() {
  const { table, edits } = useTable();
  const { failure } = useSyncExternalStore(edits.subscribe, edits.summary);
  const conflict = failure?.outcome.kind === 'conflict' ? failure.outcome : undefined;
  return (
    <>
      <AnimatePresence>
        {failure && !conflict && (
          <m.div className={styles.place} {...pop}>
            <ErrorNotice
              className={styles.notice}
              error={errorOf(failure)}
              title={`${titleOf(table, failure.seen)}: ${fieldsOf(table, failure)} not changed.`}
              onRetry={
                failure.outcome.kind === 'refused'
                  ? () => void edits.save(failure.seen, failure.changes)
                  : undefined
              }
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
        onChoose={(seen, changes) => void edits.save(seen, changes)}
      />
    </>
  );
}

function fieldsOf(table: { columns: { name: string; title: string }[] }, { changes }: Failure): string {
  const titles = table.columns.filter(({ name }) => name in changes).map(({ title }) => title);
  return titles.length === 1 ? `${titles[0]} was` : `${titles.join(', ')} were`;
}

/** The backend's own error, or a sentence of ours for what never got an answer. */
export function errorOf({ outcome, changes }: Pick<Failure, 'outcome' | 'changes'>): unknown {
  if (outcome.kind === 'refused') return outcome.error;
  const own = { details: '', status: 0, requestId: '' };
  if (outcome.kind === 'invalid') {
    const entered = Object.values(changes).map(String).join(', ');
    return new ApiError({
      ...own,
      code: 'invalid',
      message: `“${entered}” was not sent.`,
      hint: outcome.problem,
    });
  }
  return new ApiError({
    ...own,
    code: 'row_not_found',
    message: 'This row is no longer there, or you may no longer see it.',
    hint: 'It may have been deleted meanwhile. Reload to see the rows as they are.',
  });
}
