import { SquareCheck, SquareX } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { useOfferRow } from '@/table/actions/use-offer-row';
import { useIsRowSelected } from '@/table/cells/status/use-cell-status';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import { type RowActionsOptions, useRowActions } from '../handlers/use-row-actions';

const messages = gridMessages.rowActions;

export interface CardAction {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Only in the menu, since there is room for four actions beside a swiped card. */
  isMenuOnly?: boolean;
  run: () => void;
}

export interface CardActions {
  /** Empty if the row has no key that identifies it. */
  actions: readonly CardAction[];
  openRecord: () => void;
  /** Ticks or unticks the row. */
  toggle: () => void;
  isTicked: boolean;
  /** Whether any row is ticked; then a tap ticks instead of opening the record. */
  isSelecting: boolean;
}

export interface CardActionsOptions extends RowActionsOptions {
  row: Row;
  isMenuOpen: boolean;
}

/** Returns the actions on a row's card. */
export function useCardActions({ row, isMenuOpen, ...options }: CardActionsOptions): CardActions {
  const { table, selection, openRecord } = useTable();
  const [open, ...others] = useRowActions(options)(useOfferRow(table, row, isMenuOpen));
  const keyText = getCachedRowKey(table, row);
  const key = getRowKey(table, row);
  const isTicked = useIsRowSelected(keyText) && key !== undefined;
  const isSelecting = useSyncExternalStore(selection.subscribe, () => !selection.isEmpty());
  const toggle = () => selection.set([[keyText, row]], !isTicked);
  const select: CardAction = isTicked
    ? { label: messages.deselect, icon: <SquareX aria-hidden />, run: toggle }
    : { label: messages.select, icon: <SquareCheck aria-hidden />, run: toggle };
  const actions: readonly CardAction[] = open
    ? [
        open,
        select,
        ...others.map((action) => ({
          ...action,
          isMenuOnly: action.name === 'link' || action.name.startsWith('action:'),
        })),
      ]
    : [];
  return { actions, openRecord: () => key && openRecord(key), toggle, isTicked, isSelecting };
}
