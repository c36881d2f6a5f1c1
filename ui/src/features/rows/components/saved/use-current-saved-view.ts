import { useMemo, useState } from 'react';
import { formatPageState, type PageState } from '../../api/page-state.utils';
import { type SavedView, viewKind, viewText } from '../../api/saved-views.utils';
import type { SavedViews } from '../../api/use-saved-views';

export interface CurrentSavedView {
  /** The saved view that the page shows, or began from; undefined where it shows none. */
  view: SavedView | undefined;
  /** The page no longer shows what was saved. */
  changed: boolean;
}

/**
 * Which saved view a page's address is. One that was opened stays the current
 * one while it is changed, until another is opened or the table itself.
 */
export function useCurrentSavedView(
  state: PageState,
  { mine, others }: Pick<SavedViews, 'mine' | 'others'>,
): CurrentSavedView {
  const [opened, setOpened] = useState<string>();
  const shown = viewText(formatPageState(state));
  const texts = useMemo(
    () => [...mine, ...others].map((view) => ({ view, text: viewText(view.query) })),
    [mine, others],
  );
  const before = texts.find(({ view }) => view.id === opened);
  const exact = before?.text === shown ? before : texts.find(({ text }) => text === shown);
  // A board is no changed form of a grid.
  const from = shown !== '' && before && viewKind(before.text) === state.view.kind ? before : undefined;
  const kept = exact ?? from;
  if (kept?.view.id !== opened) setOpened(kept?.view.id);
  return { view: kept?.view, changed: kept !== undefined && kept !== exact };
}
