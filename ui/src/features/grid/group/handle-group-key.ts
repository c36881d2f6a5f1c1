import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid';
import { type GridRow, groupHead } from '@/table/cells/grid-rows.utils';

/** Keys on a group's head: right opens it, left closes it, Enter and Space do either. Whether the key was one of them. */
export function handleGroupKey(args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent): boolean {
  const head = args.row?.[groupHead];
  if (!head || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const { closed } = head.group;
  const toggles =
    event.key === ' ' || event.key === 'Enter' || event.key === (closed ? 'ArrowRight' : 'ArrowLeft');
  if (toggles) head.toggle();
  else if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return false;
  event.preventGridDefault();
  event.preventDefault();
  return true;
}
