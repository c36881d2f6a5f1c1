import type { ReactNode } from 'react';
import type { Matching } from '@/app/table/selected-rows';
import type { EnteredFields } from '@/data/rows/record-form.utils';
import { RecordPlace } from '@/features/record/record-place';
import { FailureNotice } from './changes/failure-notice';
import { StatusBar } from './status-bar';
import { useTable } from './table-context';
import styles from './table-view.module.css';
import type { RowSequence } from './use-steps';
import type { ViewProps } from './view.types';

export interface WorkProps extends ViewProps {
  /** The rows as the view orders them. */
  sequence: RowSequence;
  /** How many rows there are, for the bar. */
  total: ReactNode;
  /** The rows that all could be selected of. */
  matching?: Matching;
  /** What a new record starts from. */
  start?: EnteredFields | undefined;
  children: ReactNode;
}

/** The rows in one of the views, the bar under them, and the open record beside them. */
export function Work(props: WorkProps) {
  const { sequence, total, matching, start, children, notice, onDelete } = props;
  const { rowsView, state, change, relations, full } = props;
  const { selection } = useTable();
  return (
    <div className={styles.work}>
      {!full && (
        <div className={styles.rows}>
          {children}
          <StatusBar
            total={total}
            matching={matching}
            notice={notice}
            onDeleteSelected={onDelete && (() => onDelete([...selection.rows().values()]))}
          />
          <FailureNotice />
        </div>
      )}
      <RecordPlace
        {...{ state, change, sequence, rowsView, relations, full, start }}
        onDelete={onDelete && ((row) => onDelete([row]))}
      />
    </div>
  );
}
