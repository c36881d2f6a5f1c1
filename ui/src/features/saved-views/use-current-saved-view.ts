import { useEffect, useMemo, useState } from 'react';
import { formatTablePageState, type TablePageState } from '@/data/query/table-page-state';
import { normalizeViewQuery, type SavedView, viewKind } from '@/data/saved-views/saved-views.utils';
import type { SavedViews } from '@/data/saved-views/use-saved-views';
import type { Table } from '@/lib/api.gen';
import { readOpenedView, storeOpenedView } from './opened-view';

export interface CurrentSavedView {
  /** The saved view that the page shows, or began from; undefined where it shows none. */
  view: SavedView | undefined;
  /** The page no longer shows what was saved. */
  isChanged: boolean;
}

/**
 * Which saved view a page's address is. One that was opened stays the current
 * one while it is changed, over a reload too, until another is opened or the
 * table itself.
 */
export function useCurrentSavedView(
  table: Pick<Table, 'schema' | 'name'>,
  state: TablePageState,
  { ownViews, sharedViews }: Pick<SavedViews, 'ownViews' | 'sharedViews'>,
): CurrentSavedView {
  const shown = normalizeViewQuery(formatTablePageState(state));
  const [opened, setOpened] = useState(() => readOpenedView(table, shown));
  const texts = useMemo(
    () => [...ownViews, ...sharedViews].map((view) => ({ view, text: normalizeViewQuery(view.query) })),
    [ownViews, sharedViews],
  );
  const before = texts.find(({ view }) => view.id === opened);
  const exact = before?.text === shown ? before : texts.find(({ text }) => text === shown);
  // A board is no changed form of a grid.
  const from = shown !== '' && before && viewKind(before.text) === state.view.kind ? before : undefined;
  const kept = exact ?? from;
  // One that isn't known may still be loading.
  const left = before !== undefined || shown === '';
  if (kept ? kept.view.id !== opened : left && opened !== undefined) setOpened(kept?.view.id);
  useEffect(() => storeOpenedView(table, opened, shown), [table, opened, shown]);
  return { view: kept?.view, isChanged: kept !== undefined && kept !== exact };
}
