import { Ellipsis } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { Menu, MenuItem } from '@/components/overlays/menu';
import type { Row } from '@/data/rows/row';
import { useTable } from '@/table/table-context';
import { ActionIcon } from './action-icon';
import { actionMenusMessages as messages } from './action-menus-messages';
import styles from './record-actions.module.css';
import { type RowOffer, useRowOffers } from './use-row-offers';

/** Number of actions that are buttons; the others are in a menu. */
const maxButtons = 3;

/** The actions on a record as buttons. The first action whose conditions the record meets is the next step, and primary. */
export function RecordActions({ row }: { row: Row }) {
  const { table } = useTable();
  const offers = useRowOffers(table)(row);
  if (offers.length === 0) return null;
  const buttons = offers.slice(0, maxButtons);
  const others = offers.slice(maxButtons);
  const [first] = offers;
  const primary = first?.isStep && !first.action.danger ? first : undefined;
  return (
    <fieldset className={styles.actions} aria-label={messages.record}>
      {buttons.map((offer) => (
        <OfferButton key={offer.action.id} offer={offer} isPrimary={offer === primary} />
      ))}
      {others.length > 0 && (
        <Menu trigger={<IconButton label={messages.more} icon={<Ellipsis aria-hidden />} />}>
          {others.map(({ action, run }) => (
            <MenuItem
              key={action.id}
              icon={<ActionIcon name={action.icon} />}
              danger={action.danger}
              onSelect={run}
            >
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </fieldset>
  );
}

function OfferButton({ offer: { action, run }, isPrimary }: { offer: RowOffer; isPrimary: boolean }) {
  return (
    <Button
      variant={isPrimary ? 'primary' : 'secondary'}
      className={action.danger ? styles.danger : undefined}
      icon={<ActionIcon name={action.icon} />}
      title={action.description || undefined}
      onClick={run}
    >
      {action.label}
    </Button>
  );
}
