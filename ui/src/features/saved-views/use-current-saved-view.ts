import { useEffect, useMemo, useState } from 'react';
import { formatPageState, type PageState } from '@/data/query/page-state.utils';
import { type SavedView, viewKind, viewText } from '@/data/saved-views/saved-views.utils';
import type { SavedViews } from '@/data/saved-views/use-saved-views';
import type { Table } from '@/lib/api.gen';
import { recallOpened, rememberOpened } from './opened-view';

export interface CurrentSavedView {
  /** The saved view that the page shows, or began from; undefined where it shows none. */
  view: SavedView | undefined;
  /** The page no longer shows what was saved. */
  changed: boolean;
}

/**
 * Which saved view a page's address is. One that was opened stays the current
 * one while it is changed, over a reload too, until another is opened or the
 * table itself.
 */
export function useCurrentSavedView(
  table: Pick<Table, 'schema' | 'name'>,
  state: PageState,
  { mine, others }: Pick<SavedViews, 'mine' | 'others'>,
): CurrentSavedView {
  const shown = viewText(formatPageState(state));
  const [opened, setOpened] = useState(() => recallOpened(table, shown));
  const texts = useMemo(
    () => [...mine, ...others].map((view) => ({ view, text: viewText(view.query) })),
    [mine, others],
  );
  const before = texts.find(({ view }) => view.id === opened);
  const exact = before?.text === shown ? before : texts.find(({ text }) => text === shown);
  // A board is no changed form of a grid.
  const from = shown !== '' && before && viewKind(before.text) === state.view.kind ? before : undefined;
  const kept = exact ?? from;
  // One that isn't known may still be loading.
  const left = before !== undefined || shown === '';
  if (kept ? kept.view.id !== opened : left && opened !== undefined) setOpened(kept?.view.id);
  useEffect(() => rememberOpened(table, opened, shown), [table, opened, shown]);
  return { view: kept?.view, changed: kept !== undefined && kept !== exact };
}
