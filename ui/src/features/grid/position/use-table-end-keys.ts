import { type RefObject, useEffect } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { matchesKeys } from '@/lib/browser/keyboard/keyboard';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { gridMessages } from '../grid-messages';

const keys = { start: 'mod+home', end: 'mod+end' } as const;

/**
 * Goes to the first and the last row of the table on Ctrl+Home and Ctrl+End, wherever on the page the focus is. In the
 * grid, the keys are handled in the capture phase: the grid itself would only go to the ends of the rows that it contains.
 */
export function useTableEndKeys(grid: RefObject<DataGridHandle | null>, { count, goTo }: PagedRows): void {
  const { table: group, firstRow, lastRow } = gridMessages.shortcuts;
  const options = { enabled: count !== undefined };
  useShortcut({ keys: keys.start, label: firstRow, group }, () => goTo({ kind: 'start' }), options);
  useShortcut({ keys: keys.end, label: lastRow, group }, () => goTo({ kind: 'end' }), options);
  useEffect(() => {
    const element = grid.current?.element;
    const onKeyDown = (event: KeyboardEvent) => {
      const kind = matchesKeys(event, keys.end) ? 'end' : 'start';
      if (!matchesKeys(event, keys[kind])) return;
      if (event.target instanceof Element && event.target.closest('.rdg-editor-container')) return;
      event.preventDefault();
      event.stopPropagation();
      goTo({ kind });
    };
    element?.addEventListener('keydown', onKeyDown, { capture: true });
    return () => element?.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [grid, goTo]);
}
