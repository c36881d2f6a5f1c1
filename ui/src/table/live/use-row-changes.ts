import { use, useSyncExternalStore } from 'react';
import { LiveContext } from '@/data/live/live-state';
import { getLiveTableId } from '@/data/live/live-status';
import type { RowChanges } from '@/data/live/refresh/changed-cells';
import { useTable } from '../table-context';

/** Returns the cells of a row that another user changed a moment ago; undefined if there are none. */
export function useRowChanges(rowKey: string): RowChanges | undefined {
  const { table } = useTable();
  const { cells } = use(LiveContext);
  return useSyncExternalStore(cells.subscribe, () => cells.getRow(getLiveTableId(table), rowKey));
}
