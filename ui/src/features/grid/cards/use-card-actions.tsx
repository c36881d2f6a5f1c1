import { SquareCheck, SquareX } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import { keyOf } from '@/data/writes/batches/guards.utils';
import { useIsRowSelected } from '@/table/cells/use-cell-status';
import { useTable } from '@/table/table-context';
import { type RowActionsOptions, useRowActions } from '../use-row-actions';

export interface CardAction {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  /** Only in the menu: a swipe has room for four. */
  isMenuOnly?: boolean;
  run: () => void;
}

/** What can be done with a row of the list; nothing where it has no key to identify it by. */
export function useCardActions({ row, ...options }: RowActionsOptions & { row: Row }) {
  const { table, selection, openRecord } = useTable();
  const [open, ...others] = useRowActions(options)(row);
  const text = rowKeyText(table, row);
  const key = keyOf(table, row);
  const ticked = useIsRowSelected(text) && key !== undefined;
  const selecting = useSyncExternalStore(selection.subscribe, () => !selection.isEmpty());
  const toggle = () => selection.set([[text, row]], !ticked);
  const select: CardAction = ticked
    ? { label: 'Unselect', icon: <SquareX aria-hidden />, run: toggle }
    : { label: 'Select', icon: <SquareCheck aria-hidden />, run: toggle };
  const actions: readonly CardAction[] = open
    ? [open, select, ...others.map((action) => ({ ...action, isMenuOnly: action.name === 'link' }))]
    : [];
  return { actions, open: () => key && openRecord(key), toggle, ticked, selecting };
}
