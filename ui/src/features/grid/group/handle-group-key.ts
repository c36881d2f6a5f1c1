import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid';
import { type GridRow, groupHead } from '@/table/cells/grid-rows.utils';

/**
 * Handles keys on a group's head: the right arrow expands the group, the left arrow collapses it, Enter and Space toggle
 * it. Returns whether it handled the key.
 */
export function handleGroupKey(args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent): boolean {
  const head = args.row?.[groupHead];
  if (!head || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const { closed } = head.group;
  const isToggle =
    event.key === ' ' || event.key === 'Enter' || event.key === (closed ? 'ArrowRight' : 'ArrowLeft');
  if (isToggle) head.toggle();
  else if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return false;
  event.preventGridDefault();
  event.preventDefault();
  return true;
}
