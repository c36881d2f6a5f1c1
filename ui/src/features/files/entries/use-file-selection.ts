import { useState } from 'react';
import type { FileEntry } from '@/lib/api.gen';

export interface FileSelection {
  /** Whether the user can select: there is an action on selected entries. */
  isEnabled: boolean;
  paths: ReadonlySet<string>;
  /** The selected entries, in the order of the list. */
  entries: readonly FileEntry[];
  /** Selects or deselects an entry. With `range`, selects all entries between it and the last toggled entry. */
  toggle: (entry: FileEntry, range?: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

/** Returns the selection among the listed entries. Entries that leave the list are deselected. */
export function useFileSelection(listed: readonly FileEntry[], isEnabled: boolean): FileSelection {
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set());
  const [lastToggled, setLastToggled] = useState<string | null>(null);
  const entries = listed.filter((entry) => paths.has(entry.path));

  const toggle = (entry: FileEntry, range = false) => {
    const next = new Set(paths);
    const from = listed.findIndex(({ path }) => path === lastToggled);
    const to = listed.findIndex(({ path }) => path === entry.path);
    if (range && from >= 0) {
      for (const { path } of listed.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(path);
    } else if (!next.delete(entry.path)) {
      next.add(entry.path);
    }
    setLastToggled(entry.path);
    setPaths(next);
  };
  return {
    isEnabled,
    paths,
    entries,
    toggle,
    selectAll: () => setPaths(new Set(listed.map(({ path }) => path))),
    clear: () => setPaths(new Set()),
  };
}
