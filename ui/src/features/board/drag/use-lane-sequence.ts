import { useQueryClient } from '@tanstack/react-query';
import type { LaneData } from '@/data/layouts/lanes.utils';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import type { RowSequence } from '@/table/view/use-adjacent-records';
import type { Lane } from '../board.types';
import { laneRefOf } from '../lanes/use-lane-rows';

/** Each lane has this many places, so that the next card's is in the same lane or nowhere. */
const laneStride = 1_000_000;

/** The cards of each lane, as far as they are loaded: an open record steps through its own lane. */
export function useLaneSequence(table: Table, rowsView: RowsView, lanes: readonly Lane[]): RowSequence {
  const client = useQueryClient();
  const rowsOf = (lane: Lane | undefined) => {
    const data = lane && client.getQueryData<LaneData>(rowKeys.lane(table, rowsView, laneRefOf(lane)));
    return data?.pages.flatMap((page) => page.rows) ?? [];
  };
  return {
    rowAt: (index) => rowsOf(lanes[Math.floor(index / laneStride)])[index % laneStride],
    findIndex: (matches) => {
      for (const [i, lane] of lanes.entries()) {
        const at = rowsOf(lane).findIndex(matches);
        if (at >= 0) return i * laneStride + at;
      }
      return -1;
    },
  };
}
