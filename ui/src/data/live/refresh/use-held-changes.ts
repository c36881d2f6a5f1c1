import { useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { SegmentPage } from '@/data/paging/segments/page-plan';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { type HeldChanges, LiveContext } from '../live-state';

/** Changes that are held, and the function that shows them. */
export interface HeldRows extends HeldChanges {
  show: () => void;
}

export interface HeldRowsOptions {
  table: Table;
  view: RowsView;
  pages: ReadonlyMap<number, SegmentPage>;
  /** Returns whether the first row of the table is in view. */
  isAtTop: () => boolean;
}

/** Registers a view for live updates. Returns the changes that are held while the user reads its rows. */
export function useHeldChanges({ table, view, pages, isAtTop }: HeldRowsOptions): HeldRows | undefined {
  const client = useQueryClient();
  const live = use(LiveContext);
  const [held, setHeld] = useState<{ view: RowsView; changes: HeldChanges }>();
  const listPages = useEffectEvent(() =>
    [...pages].sort(([a], [b]) => a - b).flatMap(([, page]) => (page.rows.length > 0 ? [page] : [])),
  );
  const isReading = useEffectEvent(() => !isAtTop() || isInCell(document.activeElement));
  useEffect(
    () =>
      live.addReader({
        ...{ table, view },
        listPages: () => listPages(),
        isReading: () => isReading(),
        setHeld: (changes) => setHeld(changes && { view, changes }),
      }),
    [live, table, view],
  );
  const show = useCallback(() => {
    setHeld(undefined);
    void client.invalidateQueries({ queryKey: rowKeys.table(table) });
  }, [client, table]);
  return held?.view === view ? { ...held.changes, show } : undefined;
}

/** Whether an element is a cell of a grid, or inside of one. */
function isInCell(element: Element | null): boolean {
  return element?.closest('[role="gridcell"]') != null;
}
