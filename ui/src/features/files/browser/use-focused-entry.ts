import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { FileEntry } from '@/lib/api.gen';

export interface FocusedEntry {
  /** The index of the entry that has, or last had, the focus; -1 if none. Its element stays rendered. */
  index: number;
  /** Moves the focus to an entry, which is scrolled into view. */
  focus: (index: number) => void;
  onFocus: (event: FocusEvent) => void;
}

/** Follows the focus in a virtual list, whose entries have the attribute `data-item` with their path. */
export function useFocusedEntry(
  scroller: RefObject<HTMLElement | null>,
  entries: readonly FileEntry[],
): FocusedEntry {
  const [path, setPath] = useState<string | null>(null);
  const requested = useRef<string | null>(null);
  const index = useMemo(
    () => (path === null ? -1 : entries.findIndex((entry) => entry.path === path)),
    [entries, path],
  );
  useLayoutEffect(() => {
    if (path === null || requested.current !== path) return;
    const item = scroller.current?.querySelector(`[data-item="${CSS.escape(path)}"]`);
    const target = item?.querySelector<HTMLElement>('a');
    if (!target) return;
    requested.current = null;
    target.focus();
  });
  const focus = (next: number) => {
    const entry = entries[next];
    if (!entry) return;
    requested.current = entry.path;
    setPath(entry.path);
  };
  const onFocus = useCallback((event: FocusEvent) => {
    const item = event.target.closest('[data-item]')?.getAttribute('data-item');
    if (item !== null && item !== undefined) setPath(item);
  }, []);
  return { index, focus, onFocus };
}
