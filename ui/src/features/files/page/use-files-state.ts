import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { type FilesState, formatFilesState, parseFilesState } from './files-state.utils';

/** Returns the page's state from the URL, and a function that changes parts of it. */
export function useFilesState(): [
  FilesState,
  (change: Partial<FilesState>, options?: { replace?: boolean }) => void,
] {
  const location = usePathname();
  const [, navigate] = useLocation();
  const state = parseFilesState(new URLSearchParams(useSearch()));
  const changeState = useCallback(
    (change: Partial<FilesState>, options?: { replace?: boolean }) => {
      const current = parseFilesState(new URLSearchParams(window.location.search));
      navigate(location + formatFilesState({ ...current, ...change }), options);
    },
    [location, navigate],
  );
  return [state, changeState];
}
