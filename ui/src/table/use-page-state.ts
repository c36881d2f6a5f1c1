import { useCallback, useMemo } from 'react';
import { navigate, useSearch } from 'wouter/use-browser-location';
import {
  formatTablePageState,
  parseTablePageState,
  type TablePageState,
} from '@/data/query/page-state/table-page-state';

export interface ChangePageStateOptions {
  /** Replaces the current entry of the browser's history instead of adding an entry. */
  replace?: boolean;
}

export type ChangePageState = (changes: Partial<TablePageState>, options?: ChangePageStateOptions) => void;

/**
 * Returns the state of a table's page from the query of its URL, and the function that changes parts of it. A change
 * adds an entry to the browser's history, unless `replace` is set.
 */
export function usePageState(): [TablePageState, ChangePageState] {
  const search = useSearch();
  const state = useMemo(() => parseTablePageState(search), [search]);
  const change = useCallback<ChangePageState>((changes, { replace = false } = {}) => {
    // Reads the current URL, so that two changes before the next render both apply.
    const next = formatTablePageState({ ...parseTablePageState(window.location.search), ...changes });
    navigate(next === '' ? window.location.pathname : `${window.location.pathname}?${next}`, { replace });
  }, []);
  return [state, change];
}
