import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { textLanesQuery } from '@/data/layouts/text-lanes';
import type { Filter } from '@/data/query/filters/filters.utils';
import type { Column, Table } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';

/**
 * Returns the values of a text column that are lanes. Only filters on the column restrict them, so that a card can also move to a lane
 * without rows, as with an enum. If there are too many values, those of the filtered rows are lanes.
 */
export function useTextLanes(table: Table, column: Column, filters: readonly Filter[], enabled: boolean) {
  const ownFilters = filters.filter((filter) => filter.kind === 'condition' && filter.column === column.name);
  const all = useQuery({ ...textLanesQuery(table, column, ownFilters), enabled });
  const isNarrowed = enabled && all.data?.isTruncated === true && ownFilters.length < filters.length;
  const filtered = useQuery({ ...textLanesQuery(table, column, filters), enabled: isNarrowed });
  const query = isNarrowed ? filtered : all;
  useRefetchAfterEdits(() => void (enabled && query.refetch()));
  return query;
}

/** Calls `refetch` after each save, since it can add a value. */
function useRefetchAfterEdits(refetch: () => void) {
  const { edits } = useTable();
  const saved = useSyncExternalStore(edits.subscribe, () => edits.snapshot().lastSaveStamp);
  const lastSaved = useRef(saved);
  useEffect(() => {
    if (lastSaved.current === saved) return;
    lastSaved.current = saved;
    refetch();
  });
}
