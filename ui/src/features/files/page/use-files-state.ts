import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type FilesState, formatFilesState, parseFilesState } from './files-state.utils';

/** The page's state in its address, and how to change a part of it. */
export function useFilesState(): [
  FilesState,
  (change: Partial<FilesState>, options?: { replace?: boolean }) => void,
] {
  const [location, navigate] = useLocation();
  const state = parseFilesState(new URLSearchParams(useSearch()));
  const change = useCallback(
    (part: Partial<FilesState>, options?: { replace?: boolean }) => {
      const now = parseFilesState(new URLSearchParams(window.location.search));
      navigate(location + formatFilesState({ ...now, ...part }), options);
    },
    [location, navigate],
  );
  return [state, change];
}
