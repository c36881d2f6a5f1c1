import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/controls/button';
import { Menu, MenuItem } from '@/components/overlays/menu';
import { findOffers } from '@/data/actions/offers/offers';
import { openAction } from '@/data/actions/open-action';
import { type BulkScope, canReadByKey } from '@/data/writes/bulk/bulk-source';
import { useSchema } from '@/lib/auth/session';
import type { SelectionMode } from '@/table/selection/row-selection';
import { useTable } from '@/table/table-context';
import { ActionIcon } from './action-icon';
import { actionMenusMessages as messages } from './action-menus-messages';

export interface SelectionActionsProps {
  mode: SelectionMode;
}

/** The menu of the actions on the selected rows. Renders nothing if there are none. */
export function SelectionActions({ mode }: SelectionActionsProps) {
  const { table, selection } = useTable();
  const schema = useSchema();
  const offers = useMemo(
    () => [...findOffers(schema, table, 'selection'), ...findOffers(schema, table, 'row')],
    [schema, table],
  );
  if (offers.length === 0 || (mode.kind === 'all' && !canReadByKey(table))) return null;
  const rows: BulkScope = mode.kind === 'all' ? mode : { kind: 'rows', rows: [...mode.rows.values()] };
  const onDone = () => selection.clear();
  return (
    <Menu
      align="end"
      side="top"
      trigger={
        <Button>
          {messages.selection} <ChevronDown size={12} aria-hidden />
        </Button>
      }
    >
      {offers.map(({ action, offer }) => (
        <MenuItem
          key={action.id}
          icon={<ActionIcon name={action.icon} />}
          danger={action.danger}
          onSelect={() => openAction({ action, subject: { kind: 'rows', table, offer, rows }, onDone })}
        >
          {action.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
