import { useSyncExternalStore } from 'react';
import {
  idleComponent,
  LazyDialog,
  lazyComponent,
  optionalComponent,
} from '@/lib/browser/loading/lazy-loading';
import { useReportLocation } from '@/table/live/use-presence';
import { useTable } from '@/table/table-context';
import styles from '@/table/view/table-view.module.css';
import type { TableLayoutProps } from '@/table/view/view-props';
import { LazyRecordPanel } from './record/lazy-record';
import { SelectedRows } from './selection/selected-rows';
import { StatusBar } from './view/status-bar';

const FailedEditNotice = optionalComponent(
  async () => (await import('@/table/changes/failed-edit-notice')).FailedEditNotice,
);

const CommentCountsLoader = idleComponent(
  async () => (await import('@/features/comments/comment-counts-loader')).CommentCountsLoader,
);

const RecordConversation = lazyComponent(
  async () => (await import('./record/record-conversation')).RecordConversation,
);

/** A view's rows, with the bar of the ticked rows and the status bar below them and the open record beside them. */
export function TableLayout(props: TableLayoutProps) {
  const { sequence, total, matchingRows, start, children, notice, onDelete } = props;
  const { rowsView, columns, state, change, relations, full } = props;
  const { selection, edits } = useTable();
  useReportLocation(state);
  const hasFailedEdit = useSyncExternalStore(edits.subscribe, () => edits.snapshot().failedEdit !== null);
  return (
    <div className={styles.layout}>
      <CommentCountsLoader />
      {!full && (
        <div className={styles.rows}>
          {children}
          <SelectedRows
            {...{ rowsView, columns, matchingRows }}
            onDelete={onDelete && (() => onDelete([...selection.rows().values()]))}
          />
          <StatusBar total={total} notice={notice} />
          <LazyDialog open={hasFailedEdit}>
            <FailedEditNotice />
          </LazyDialog>
        </div>
      )}
      {state.record && (
        <LazyRecordPanel
          {...{ state, change, sequence, rowsView, relations, full, start }}
          onDelete={onDelete && ((row) => onDelete([row]))}
          Conversation={RecordConversation}
        />
      )}
    </div>
  );
}
