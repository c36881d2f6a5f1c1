import { use, useSyncExternalStore } from 'react';
import type { RowChanges } from '@/data/live/changed-cells';
import { LiveContext } from '@/data/live/live-state';
import { liveTableId } from '@/data/live/live-status';
import { useTable } from '../table-context';

/** Returns the cells of a row that another user changed a moment ago; undefined if there are none. */
export function useRowChanges(rowKey: string): RowChanges | undefined {
  const { table } = useTable();
  const { cells } = use(LiveContext);
  return useSyncExternalStore(cells.subscribe, () => cells.getRow(liveTableId(table), rowKey));
}
