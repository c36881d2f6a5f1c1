import { ArrowRight, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { Menu, MenuItem } from '@/components/overlays/menu';
import { findNextStatus, type NextStatus } from '@/data/actions/offers/next-status';
import type { Row } from '@/data/rows/row';
import { useTable } from '@/table/table-context';
import { ActionIcon } from './action-icon';
import { actionMenusMessages as messages } from './action-menus-messages';
import styles from './record-actions.module.css';
import { type RowOffer, useRowOffers } from './use-row-offers';

/** Number of actions that are buttons; the others are in a menu. */
const maxButtons = 3;

/**
 * The actions on a record as buttons. The first action whose conditions the record meets is the next step, and its button
 * is primary. If no action sets the status, a button sets the next status.
 */
export function RecordActions({ row }: { row: Row }) {
  const { table } = useTable();
  const offers = useRowOffers(table)(row);
  const next = findNextStatus(table, row);
  const hasStatusStep = offers.some(
    ({ isStep, action }) => isStep && action.sets.some(({ column }) => column === next?.column.name),
  );
  const advance = next && !hasStatusStep && <AdvanceButton key={next.value} row={row} next={next} />;
  if (offers.length === 0 && !advance) return null;
  const buttons = offers.slice(0, maxButtons);
  const others = offers.slice(maxButtons);
  const [first, last] = [offers[0], buttons.at(-1)];
  const primary = !advance && first?.isStep && !first.action.danger ? first : undefined;
  return (
    <fieldset className={styles.actions} aria-label={messages.record}>
      {advance}
      {buttons.slice(0, -1).map((offer) => (
        <OfferButton key={offer.action.id} offer={offer} isPrimary={offer === primary} />
      ))}
      {/* The menu wraps with the last button, so that it is not alone on a line. */}
      <span className={styles.last}>
        {last && <OfferButton offer={last} isPrimary={last === primary} />}
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
      </span>
    </fieldset>
  );
}

/** Sets the next status of the record. An action that does it takes precedence. */
function AdvanceButton({ row, next: { column, value, label } }: { row: Row; next: NextStatus }) {
  const { edits } = useTable();
  const [isPending, setPending] = useState(false);
  const advance = async () => {
    setPending(true);
    await edits.save(row, { [column.name]: value });
    setPending(false);
  };
  return (
    <Button variant="primary" icon={<ArrowRight aria-hidden />} pending={isPending} onClick={advance}>
      {messages.advance(label)}
    </Button>
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
