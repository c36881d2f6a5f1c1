import { ChevronDown, Zap } from 'lucide-react';
import { useMemo } from 'react';
import { Menu, MenuItem } from '@/components/overlays/menu';
import { findOffers } from '@/data/actions/offers/offers';
import { openAction } from '@/data/actions/open-action';
import { useSchema } from '@/lib/auth/session';
import chips from '@/table/filters/view-chip.module.css';
import { useTable } from '@/table/table-context';
import { ToolbarButton } from '@/table/view/toolbar-button';
import { ActionIcon } from './action-icon';
import { actionMenusMessages as messages } from './action-menus-messages';

/** The menu of the actions on a table as a whole. Renders nothing if there are none. */
export function TableActionsMenu() {
  const { table } = useTable();
  const schema = useSchema();
  const offers = useMemo(() => findOffers(schema, table, 'table'), [schema, table]);
  if (offers.length === 0) return null;
  return (
    <Menu
      align="end"
      trigger={
        <ToolbarButton
          icon={<Zap size={13} aria-hidden />}
          caption={messages.table}
          aria-label={messages.tableMenu(table.title)}
          collapse="second"
        >
          <ChevronDown size={13} aria-hidden className={chips.caption} />
        </ToolbarButton>
      }
    >
      {offers.map(({ action }) => (
        <MenuItem
          key={action.id}
          icon={<ActionIcon name={action.icon} />}
          danger={action.danger}
          onSelect={() => openAction({ action, subject: { kind: 'none' } })}
        >
          {action.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
