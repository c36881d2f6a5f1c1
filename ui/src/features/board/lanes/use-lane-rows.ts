import { useQueryClient } from '@tanstack/react-query';
import { applyMovesToLane, type LaneData } from '@/data/layouts/lanes.utils';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Move } from '@/table/drag/use-moves';
import { useTable } from '@/table/table-context';
import type { Lane } from '../board.types';

/** Returns the part of a lane that identifies its rows in the query cache. */
export function getLaneRef({ column, value }: Lane) {
  return { column, value };
}

/** Returns access to the loaded rows of each lane, with the moves that are not saved yet applied. */
export function useLaneRows(lanes: readonly Lane[], rowsView: RowsView, moves: ReadonlyMap<string, Move>) {
  const { table } = useTable();
  const client = useQueryClient();
  const laneNamed = (id: string | undefined) => lanes.find((lane) => lane.id === id);
  const laneData = (lane: Lane | undefined): LaneData | undefined => {
    const data = lane && client.getQueryData<LaneData>(rowKeys.lane(table, rowsView, getLaneRef(lane)));
    return lane && data && applyMovesToLane(table, rowsView.order, getLaneRef(lane), data, moves);
  };
  const rowsIn = (id: string | undefined): Row[] =>
    laneData(laneNamed(id))?.pages.flatMap((page) => page.rows) ?? [];
  return {
    laneNamed,
    rowsIn,
    /** The rows of a lane without one card. */
    othersIn: (id: string | undefined, key: string) =>
      rowsIn(id).filter((row) => getCachedRowKey(table, row) !== key),
    /** Whether the lane has rows that are not loaded. */
    hasMore: (id: string | undefined) => laneData(laneNamed(id))?.pages.at(-1)?.hasMore === true,
  };
}
