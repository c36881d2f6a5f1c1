import { RecordPlace } from '@/features/record/record-place';
import { FailureNotice } from '@/table/changes/failure-notice';
import { useTable } from '@/table/table-context';
import styles from '@/table/table-view.module.css';
import type { TableLayoutProps } from '@/table/view-props';
import { StatusBar } from './status-bar';

/** A view's rows with the status bar below them and the open record beside them. */
export function TableLayout(props: TableLayoutProps) {
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
