import { useEffect, useMemo, useState } from 'react';
import { formatTablePageState, type TablePageState } from '@/data/query/page-state/table-page-state';
import { normalizeViewQuery, parseViewKind, type SavedView } from '@/data/saved-views/saved-views.utils';
import type { SavedViews } from '@/data/saved-views/use-saved-views';
import type { Table } from '@/lib/api.gen';
import { readOpenedView, storeOpenedView } from './opened-view';

export interface CurrentSavedView {
  /** The saved view that the page shows or was opened from; undefined if there is none. */
  view: SavedView | undefined;
  /** Whether the page differs from what was saved. */
  isChanged: boolean;
}

/**
 * Returns the saved view that a table's page shows. An opened view stays the
 * current view while the user changes it, also after a reload, until the user
 * opens a different view or the table without a view.
 */
export function useCurrentSavedView(
  table: Pick<Table, 'schema' | 'name'>,
  state: TablePageState,
  { ownViews, sharedViews }: Pick<SavedViews, 'ownViews' | 'sharedViews'>,
): CurrentSavedView {
  const shownQuery = normalizeViewQuery(formatTablePageState(state));
  const [openedId, setOpenedId] = useState(() => readOpenedView(table, shownQuery));
  const candidates = useMemo(
    () => [...ownViews, ...sharedViews].map((view) => ({ view, query: normalizeViewQuery(view.query) })),
    [ownViews, sharedViews],
  );
  const opened = candidates.find(({ view }) => view.id === openedId);
  const exact = opened?.query === shownQuery ? opened : candidates.find(({ query }) => query === shownQuery);
  // A view of a different kind, for example a board instead of a grid, is not a change of the opened view.
  const changed =
    shownQuery !== '' && opened && parseViewKind(opened.query) === state.view.kind ? opened : undefined;
  const current = exact ?? changed;
  // An unknown id can belong to a view that is still loading.
  const isClosed = opened !== undefined || shownQuery === '';
  if (current ? current.view.id !== openedId : isClosed && openedId !== undefined)
    setOpenedId(current?.view.id);
  useEffect(() => storeOpenedView(table, openedId, shownQuery), [table, openedId, shownQuery]);
  return { view: current?.view, isChanged: current !== undefined && current !== exact };
}
