import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  EyeOff,
  Group,
  ListFilter,
  Pin,
  PinOff,
  Ungroup,
  X,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/components/overlays/menu';
import { isGroupable } from '@/data/paging/groups/groups.utils';
import type { Relation } from '@/data/relations/references';
import type { Column } from '@/lib/api.gen';

export type ColumnAction =
  | 'sort-asc'
  | 'sort-desc'
  | 'sort-none'
  | 'filter'
  | 'group'
  | 'ungroup'
  | 'pin'
  | 'unpin'
  | 'left'
  | 'right'
  | 'hide';

export interface ColumnMenuProps {
  column: Column;
  relation: Relation | undefined;
  sorted: 'asc' | 'desc' | undefined;
  pinned: boolean;
  /** The rows are grouped by it. */
  grouped: boolean;
  trigger: ReactElement;
  onAction: (action: ColumnAction) => void;
  /** Takes the focus when the menu has closed. */
  onClosed: () => void;
}

/** What can be done with a column. */
export function ColumnMenu({
  column,
  sorted,
  pinned,
  grouped,
  trigger,
  onAction,
  onClosed,
}: ColumnMenuProps) {
  const item = (action: ColumnAction, label: string, icon: ReactElement) => (
    <MenuItem icon={icon} onSelect={() => onAction(action)}>
      {label}
    </MenuItem>
  );
  return (
    <Menu
      trigger={trigger}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <MenuLabel dir="auto">{column.comment || column.type}</MenuLabel>
      {item('sort-asc', 'Sort ascending', <ArrowUp aria-hidden />)}
      {item('sort-desc', 'Sort descending', <ArrowDown aria-hidden />)}
      {sorted && item('sort-none', 'Don’t sort by it', <X aria-hidden />)}
      {item('filter', 'Filter…', <ListFilter aria-hidden />)}
      {grouped
        ? item('ungroup', 'Don’t group by it', <Ungroup aria-hidden />)
        : isGroupable(column) && item('group', 'Group by it', <Group aria-hidden />)}
      <MenuSeparator />
      {pinned
        ? item('unpin', 'Unpin', <PinOff aria-hidden />)
        : item('pin', 'Pin to the left', <Pin aria-hidden />)}
      {item('left', 'Move left', <ArrowLeft aria-hidden />)}
      {item('right', 'Move right', <ArrowRight aria-hidden />)}
      {item('hide', 'Hide', <EyeOff aria-hidden />)}
    </Menu>
  );
}
