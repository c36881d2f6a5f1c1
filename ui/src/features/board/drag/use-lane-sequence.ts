import { useQueryClient } from '@tanstack/react-query';
import type { LaneData } from '@/data/layouts/lanes.utils';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import type { RowSequence } from '@/table/view/use-adjacent-records';
import type { Lane } from '../board.types';
import { getLaneRef } from '../lanes/use-lane-rows';

/** The number of indexes reserved for each lane, so that stepping to the next record never leaves the lane. */
const laneStride = 1_000_000;

/** Returns the loaded cards of all lanes as one sequence. An open record steps through the cards of its own lane. */
export function useLaneSequence(table: Table, rowsView: RowsView, lanes: readonly Lane[]): RowSequence {
  const client = useQueryClient();
  const listLaneRows = (lane: Lane | undefined) => {
    const data = lane && client.getQueryData<LaneData>(rowKeys.lane(table, rowsView, getLaneRef(lane)));
    return data?.pages.flatMap((page) => page.rows) ?? [];
  };
  return {
    rowAt: (index) => listLaneRows(lanes[Math.floor(index / laneStride)])[index % laneStride],
    findIndex: (matches) => {
      for (const [i, lane] of lanes.entries()) {
        const at = listLaneRows(lane).findIndex(matches);
        if (at >= 0) return i * laneStride + at;
      }
      return -1;
    },
  };
}
