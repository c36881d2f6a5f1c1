import { useCallback, useMemo } from 'react';
import { navigate, useSearch } from 'wouter/use-browser-location';
import { formatPageState, type PageState, parsePageState } from '@/data/query/page-state.utils';

export interface ChangeOptions {
  /** Takes the place of the present entry of the browser's history. */
  replace?: boolean;
}

export type ChangePageState = (changes: Partial<PageState>, options?: ChangeOptions) => void;

/** What the page shows, as its address says it, and how to change that. */
export function usePageState(): [PageState, ChangePageState] {
  const search = useSearch();
  const state = useMemo(() => parsePageState(search), [search]);
  const change = useCallback<ChangePageState>((changes, { replace = false } = {}) => {
    // Read anew: two changes in one moment build on each other.
    const next = formatPageState({ ...parsePageState(window.location.search), ...changes });
    navigate(next === '' ? window.location.pathname : `${window.location.pathname}?${next}`, { replace });
  }, []);
  return [state, change];
}
