import { useCallback, useMemo } from 'react';
import { navigate, useSearch } from 'wouter/use-browser-location';
import {
  formatTablePageState,
  parseTablePageState,
  type TablePageState,
} from '@/data/query/table-page-state';

export interface ChangePageStateOptions {
  /** Takes the place of the present entry of the browser's history. */
  replace?: boolean;
}

export type ChangePageState = (changes: Partial<TablePageState>, options?: ChangePageStateOptions) => void;

/** What the page shows, as its address says it, and how to change that. */
export function usePageState(): [TablePageState, ChangePageState] {
  const search = useSearch();
  const state = useMemo(() => parseTablePageState(search), [search]);
  const change = useCallback<ChangePageState>((changes, { replace = false } = {}) => {
    // Read anew: two changes in one moment build on each other.
    const next = formatTablePageState({ ...parseTablePageState(window.location.search), ...changes });
    navigate(next === '' ? window.location.pathname : `${window.location.pathname}?${next}`, { replace });
  }, []);
  return [state, change];
}
