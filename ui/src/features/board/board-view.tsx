import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { findPositionColumn } from '@/data/layouts/views.utils';
import { canCountExactly } from '@/data/paging/counts/can-count-exactly';
import { rowCountQuery } from '@/data/paging/counts/row-count-query';
import { rowKeys } from '@/data/rows/row-keys';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import { NoRows } from '@/table/view/notices/no-rows';
import { isViewOnly } from '@/table/view/notices/view-only-badge';
import type { ViewProps } from '@/table/view/view-props';
import { Board } from './board';
import styles from './board.module.css';
import { boardMessages as messages } from './board-messages';
import { useLaneSequence } from './drag/use-lane-sequence';
import { LoadingLanes } from './lanes/loading-lanes';
import { useLanes } from './lanes/use-lanes';
import { useBoard } from './use-board';

export interface BoardViewProps extends ViewProps {
  /** The enum, text or reference column whose values are the lanes. */
  column: Column;
}

/** Shows the rows as cards in lanes, one lane per value of a column. Dragging a card changes its value. */
export function BoardView(props: BoardViewProps) {
  const { Layout, column, rowsView, relations, state, change, notify } = props;
  const { table } = useTable();
  const lanesResult = useLanes(table, column, relations.get(column.name), rowsView);
  const total = useQuery(
    rowCountQuery(table, rowsView.filters, canCountExactly(table) ? 'exact' : 'estimated'),
  );
  // The manual order applies only while no other order is selected.
  const positionTag = findPositionColumn(table);
  const isManualOrder =
    positionTag && rowsView.order[0]?.column === positionTag.name && !rowsView.order[0].descending;
  const position = isManualOrder && !lockReason(table, positionTag) ? positionTag : undefined;
  const board = useBoard({ column, lanes: lanesResult.lanes, rowsView, position, notify });
  // Renders again when lanes have loaded more rows, so that an open record gets its next record.
  useIsFetching({ queryKey: rowKeys.lanes(table) });
  const sequence = useLaneSequence(table, rowsView, lanesResult.lanes);
  // Rows that are loaded stay visible if a later request fails.
  const error = lanesResult.error ?? (total.data === undefined ? total.error : null);
  return (
    <Layout
      {...props}
      sequence={sequence}
      total={!error && <BoardTotal {...{ lanesResult, total: total.data, lock: board.lock }} />}
    >
      {error ? (
        <div className={styles.center}>
          <ErrorNotice
            error={error}
            title={messages.tableNotLoaded(table.title)}
            onRetry={() => {
              lanesResult.refetch();
              void total.refetch();
            }}
            retrying={total.isRefetching}
          />
        </div>
      ) : total.data === 0 ? (
        <NoRows state={state} change={change} onCreate={props.onCreate} />
      ) : lanesResult.loading ? (
        <LoadingLanes />
      ) : (
        <Board
          {...{ board, column, position, rowsView, relations }}
          lanes={lanesResult.lanes}
          fields={props.columns}
        />
      )}
    </Layout>
  );
}

interface BoardTotalProps {
  lanesResult: ReturnType<typeof useLanes>;
  total: number | undefined;
  lock: string | undefined;
}

/** The number of rows and lanes, and the reason if cards can't be moved. */
function BoardTotal({ lanesResult, total, lock }: BoardTotalProps) {
  const { table } = useTable();
  if (total === undefined || lanesResult.loading) return messages.loading;
  return (
    <>
      {messages.rowCount(total, !canCountExactly(table))}
      {messages.laneCount(lanesResult.lanes.length, lanesResult.isTruncated)}
      {lock && !isViewOnly(table) && (
        <span className={styles.lock}>
          <Lock size={12} aria-hidden /> {messages.cardsLocked(lock)}
        </span>
      )}
    </>
  );
}
