import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { canCountExactly } from '@/data/layouts/lane-queries';
import { positionColumn } from '@/data/layouts/views.utils';
import { rowCountQuery } from '@/data/paging/counts/row-count-query';
import { rowKeys } from '@/data/rows/row-keys';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { formatPlural } from '@/lib/format';
import { useTable } from '@/table/table-context';
import { NoRows } from '@/table/view/no-rows';
import { isViewOnly } from '@/table/view/view-only-badge';
import type { ViewProps } from '@/table/view/view-props';
import { Board } from './board';
import styles from './board.module.css';
import { useLaneSequence } from './drag/use-lane-sequence';
import { LoadingLanes } from './lanes/loading-lanes';
import { useLanes } from './lanes/use-lanes';
import { useBoard } from './use-board';

export interface BoardViewProps extends ViewProps {
  /** The enum or reference whose values are the lanes. */
  column: Column;
}

/** The rows as cards in lanes, one for each value of a column. Dragging a card changes its value. */
export function BoardView(props: BoardViewProps) {
  const { Layout, column, rowsView, relations, state, change, notify } = props;
  const { table } = useTable();
  const lanesResult = useLanes(table, column, relations.get(column.name), rowsView);
  const total = useQuery(
    rowCountQuery(table, rowsView.filters, canCountExactly(table) ? 'exact' : 'estimated'),
  );
  // The order by hand counts only while no other is asked for.
  const tagged = positionColumn(table);
  const byHand = tagged && rowsView.order[0]?.column === tagged.name && !rowsView.order[0].descending;
  const position = byHand && !lockReason(table, tagged) ? tagged : undefined;
  const board = useBoard({ column, lanes: lanesResult.lanes, rowsView, position, notify });
  // Rows that come while a record is open give it a next one.
  useIsFetching({ queryKey: rowKeys.lanes(table) });
  const sequence = useLaneSequence(table, rowsView, lanesResult.lanes);
  // What was read stays when it can't be read again.
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
            title={`${table.title} could not be read.`}
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

/** '604 rows in 6 lanes', and why they stay there where they can't be moved. */
function BoardTotal({ lanesResult, total, lock }: BoardTotalProps) {
  const { table } = useTable();
  if (total === undefined || lanesResult.loading) return 'Loading…';
  const lanes = formatPlural(lanesResult.lanes.length, 'lane');
  return (
    <>
      {canCountExactly(table) ? '' : '≈ '}
      {formatPlural(total, 'row')}
      {lanesResult.isTruncated ? `; the first ${lanes} are shown` : ` in ${lanes}`}
      {lock && !isViewOnly(table) && (
        <span className={styles.lock}>
          <Lock size={12} aria-hidden /> Cards stay in their lanes: {lock}
        </span>
      )}
    </>
  );
}
