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
import { gridMessages } from '../grid-messages';

const messages = gridMessages.columns;

/** An action on a column that its menu offers. */
export type ColumnAction = keyof typeof messages.actions;

export interface ColumnMenuProps {
  column: Column;
  relation: Relation | undefined;
  sorted: 'asc' | 'desc' | undefined;
  pinned: boolean;
  /** Whether rows are grouped by this column. */
  grouped: boolean;
  trigger: ReactElement;
  onAction: (action: ColumnAction) => void;
  /** Called when the menu has closed; must move the focus. */
  onClosed: () => void;
}

/** The menu of a column: sort, filter, group, pin, move and hide. */
export function ColumnMenu({
  column,
  sorted,
  pinned,
  grouped,
  trigger,
  onAction,
  onClosed,
}: ColumnMenuProps) {
  const renderItem = (action: ColumnAction, icon: ReactElement) => (
    <MenuItem icon={icon} onSelect={() => onAction(action)}>
      {messages.actions[action]}
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
      {renderItem('sort-asc', <ArrowUp aria-hidden />)}
      {renderItem('sort-desc', <ArrowDown aria-hidden />)}
      {sorted && renderItem('sort-none', <X aria-hidden />)}
      {renderItem('filter', <ListFilter aria-hidden />)}
      {grouped
        ? renderItem('ungroup', <Ungroup aria-hidden />)
        : isGroupable(column) && renderItem('group', <Group aria-hidden />)}
      <MenuSeparator />
      {pinned ? renderItem('unpin', <PinOff aria-hidden />) : renderItem('pin', <Pin aria-hidden />)}
      {renderItem('left', <ArrowLeft aria-hidden />)}
      {renderItem('right', <ArrowRight aria-hidden />)}
      {renderItem('hide', <EyeOff aria-hidden />)}
    </Menu>
  );
}
