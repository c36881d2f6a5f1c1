import { RecordPanel } from '@/features/record/record-panel';
import { FailedEditNotice } from '@/table/changes/failed-edit-notice';
import { useTable } from '@/table/table-context';
import styles from '@/table/view/table-view.module.css';
import type { TableLayoutProps } from '@/table/view/view-props';
import { StatusBar } from './status-bar';

/** A view's rows, with the status bar below them and the open record beside them. */
export function TableLayout(props: TableLayoutProps) {
  const { sequence, total, matchingRows, start, children, notice, onDelete } = props;
  const { rowsView, state, change, relations, full } = props;
  const { selection } = useTable();
  return (
    <div className={styles.layout}>
      {!full && (
        <div className={styles.rows}>
          {children}
          <StatusBar
            total={total}
            matchingRows={matchingRows}
            notice={notice}
            onDeleteSelected={onDelete && (() => onDelete([...selection.rows().values()]))}
          />
          <FailedEditNotice />
        </div>
      )}
      <RecordPanel
        {...{ state, change, sequence, rowsView, relations, full, start }}
        onDelete={onDelete && ((row) => onDelete([row]))}
      />
    </div>
  );
}
