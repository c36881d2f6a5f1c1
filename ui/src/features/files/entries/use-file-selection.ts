import { useState } from 'react';
import type { FileEntry } from '@/lib/api.gen';

export interface FileSelection {
  /** Whether anything could be done with a selection. */
  isEnabled: boolean;
  paths: ReadonlySet<string>;
  /** Those of the entries shown that are selected. */
  entries: readonly FileEntry[];
  /** With `range`, everything from the one last toggled to this one. */
  toggle: (entry: FileEntry, range?: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

/** Which entries of a folder are selected. Entries that are gone are no longer selected. */
export function useFileSelection(shown: readonly FileEntry[], isEnabled: boolean): FileSelection {
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const entries = shown.filter((entry) => paths.has(entry.path));

  const toggle = (entry: FileEntry, range = false) => {
    const next = new Set(paths);
    const from = shown.findIndex(({ path }) => path === last);
    const to = shown.findIndex(({ path }) => path === entry.path);
    if (range && from >= 0) {
      for (const { path } of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(path);
    } else if (!next.delete(entry.path)) {
      next.add(entry.path);
    }
    setLast(entry.path);
    setPaths(next);
  };
  return {
    isEnabled,
    paths,
    entries,
    toggle,
    selectAll: () => setPaths(new Set(shown.map(({ path }) => path))),
    clear: () => setPaths(new Set()),
  };
}
