import { Copy, Link, SquareArrowOutUpRight, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyLink } from '@/components/copy-link';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import type { Row } from '@/data/rows/row';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { hrefs } from '@/lib/routes';
import { ActionIcon } from '@/table/actions/action-icon';
import type { OfferRow } from '@/table/actions/use-offer-row';
import { useRowOffers } from '@/table/actions/use-row-offers';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';

const messages = gridMessages.rowActions;

export interface RowAction {
  /** `action:`: a database or edge function, with its id. */
  name: 'open' | 'duplicate' | 'link' | 'delete' | `action:${string}`;
  label: string;
  icon: ReactNode;
  danger?: boolean;
  /** The action can't be chosen yet: the columns that decide about it are being read. */
  disabled?: boolean;
  run: () => void;
}

export interface RowActionsOptions {
  /** Undefined if the role can't insert. */
  onDuplicate: ((row: Row) => void) | undefined;
  /** Undefined if the role can't delete. */
  onDelete: ((rows: readonly Row[]) => void) | undefined;
}

/**
 * Returns a function that lists the actions on a row; none if the row has no key that identifies it. `isLoading`: see
 * OfferRow.
 */
export function useRowActions({
  onDuplicate,
  onDelete,
}: RowActionsOptions): (offerRow: OfferRow) => readonly RowAction[] {
  const { table, openRecord } = useTable();
  const getOffers = useRowOffers(table);
  return ({ row, isLoading }) => {
    const key = getRowKey(table, row);
    if (!key) return [];
    const link = hrefs.record(table.schema, table.name, formatRecord(key));
    const actions: (RowAction | undefined)[] = [
      {
        name: 'open',
        label: messages.open,
        icon: <SquareArrowOutUpRight aria-hidden />,
        run: () => openRecord(key),
      },
      ...getOffers(row).map(
        ({ action, isUndecided, run }): RowAction => ({
          name: `action:${action.id}`,
          disabled: isLoading && isUndecided,
          label: action.label,
          icon: <ActionIcon name={action.icon} />,
          run,
        }),
      ),
      onDuplicate && {
        name: 'duplicate',
        label: messages.duplicate,
        icon: <Copy aria-hidden />,
        run: () => onDuplicate(row),
      },
      { name: 'link', label: messages.copyLink, icon: <Link aria-hidden />, run: () => void copyLink(link) },
      onDelete && {
        name: 'delete',
        label: messages.delete,
        icon: <Trash2 aria-hidden />,
        danger: true,
        run: () => onDelete([row]),
      },
    ];
    return actions.filter((action) => action !== undefined);
  };
}
