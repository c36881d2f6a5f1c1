import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FileEntry } from '@/lib/api.gen';
import type { NextPageState } from '../browser/next-page-loader';

export interface FileSelection {
  /** Whether the user can select: there is an action on selected entries. */
  isEnabled: boolean;
  paths: ReadonlySet<string>;
  /** The selected entries, in the order of the list. */
  entries: readonly FileEntry[];
  /** Whether the other pages of the list are being loaded, to select all their entries. */
  isLoadingAll: boolean;
  /** Whether every entry of the folder is selected, also those that were not loaded. */
  isAll: boolean;
  /** Selects or deselects an entry. With `range`, selects the entries from the last toggled entry to this one instead. */
  toggle: (entry: FileEntry, range?: boolean) => void;
  /** Selects only this entry. */
  selectOnly: (entry: FileEntry) => void;
  /** Selects all entries of the list, after all its pages are loaded. */
  selectAll: () => void;
  clear: () => void;
}

interface Selected {
  paths: ReadonlySet<string>;
  /** From where a range is selected; null if nothing was toggled. */
  anchor: string | null;
  /** The selection without the last range. */
  base: ReadonlySet<string>;
}

const nothing: Selected = { paths: new Set(), anchor: null, base: new Set() };

/** Returns the selection among the listed entries. Entries that leave the list are deselected. */
export function useFileSelection(
  listed: readonly FileEntry[],
  { hasNext, isLoading, error, load }: NextPageState,
  isEnabled: boolean,
): FileSelection {
  const [selected, setSelected] = useState(nothing);
  const [isLoadingAll, setLoadingAll] = useState(false);
  const latest = useRef(listed);
  useEffect(() => {
    latest.current = listed;
  }, [listed]);
  useEffect(() => {
    if (!isLoadingAll) return;
    if (error !== null) setLoadingAll(false);
    else if (!hasNext) {
      setLoadingAll(false);
      setSelected({ ...nothing, paths: new Set(listed.map(({ path }) => path)) });
    } else if (!isLoading) load();
  }, [isLoadingAll, hasNext, isLoading, error, load, listed]);

  const entries = useMemo(
    () => (selected.paths.size === 0 ? [] : listed.filter(({ path }) => selected.paths.has(path))),
    [listed, selected],
  );
  const toggle = useCallback((entry: FileEntry, range = false) => {
    setSelected((current) =>
      range ? selectRange(current, latest.current, entry) : toggleEntry(current, entry),
    );
  }, []);
  const selectOnly = useCallback(
    (entry: FileEntry) => setSelected(toggleEntry({ ...nothing, base: new Set() }, entry)),
    [],
  );
  const clear = useCallback(() => {
    setLoadingAll(false);
    setSelected(nothing);
  }, []);
  const selectAll = useCallback(() => setLoadingAll(true), []);
  const isAll = !hasNext && listed.length > 0 && entries.length === listed.length;
  return {
    isEnabled,
    paths: selected.paths,
    entries,
    isLoadingAll,
    isAll,
    toggle,
    selectOnly,
    selectAll,
    clear,
  };
}

/** Selects the entry, or deselects it if it is selected. A range then starts at this entry. */
function toggleEntry(current: Selected, { path }: FileEntry): Selected {
  const paths = new Set(current.paths);
  if (!paths.delete(path)) paths.add(path);
  return { paths, anchor: path, base: paths };
}

/**
 * Replaces the last range by the range from the anchor to the entry, in the order of the list. Toggles the entry if the
 * anchor is not in the list.
 */
function selectRange(current: Selected, listed: readonly FileEntry[], entry: FileEntry): Selected {
  const from = listed.findIndex(({ path }) => path === current.anchor);
  if (from < 0) return toggleEntry(current, entry);
  const to = listed.findIndex(({ path }) => path === entry.path);
  const paths = new Set(current.base);
  for (const { path } of listed.slice(Math.min(from, to), Math.max(from, to) + 1)) paths.add(path);
  return { ...current, paths };
}
