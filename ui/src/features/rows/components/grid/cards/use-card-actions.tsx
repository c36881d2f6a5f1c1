import { Copy, SquareArrowOutUpRight, SquareCheck, SquareX, Trash2 } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { keyOf } from '../../../api/changes/guards.utils';
import type { Row } from '../../../api/row';
import { rowKeyText, useTicked } from '../../cells/use-cell';
import { useTable } from '../../table-context';
import type { RecordCardsProps } from './record-cards';

export interface CardAction {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  run: () => void;
}

/** What can be done with a row of the list; nothing where it has no key to be told by. */
export function useCardActions({
  row,
  onDuplicate,
  onDelete,
}: Pick<RecordCardsProps, 'onDuplicate' | 'onDelete'> & { row: Row }) {
  const { table, selection, openRecord } = useTable();
  const key = keyOf(table, row);
  const text = rowKeyText(table, row);
  const ticked = useTicked(text) && key !== undefined;
  const selecting = useSyncExternalStore(selection.subscribe, () => !selection.isEmpty());
  const open = () => key && openRecord(key);
  const toggle = () => selection.set([[text, row]], !ticked);
  const select = ticked
    ? { label: 'Unselect', icon: <SquareX aria-hidden />, run: toggle }
    : { label: 'Select', icon: <SquareCheck aria-hidden />, run: toggle };
  const actions: CardAction[] = [
    { label: 'Open', icon: <SquareArrowOutUpRight aria-hidden />, run: open },
    select,
    ...(onDuplicate ? [{ label: 'Duplicate', icon: <Copy aria-hidden />, run: () => onDuplicate(row) }] : []),
    ...(onDelete
      ? [{ label: 'Delete', icon: <Trash2 aria-hidden />, danger: true, run: () => onDelete([row]) }]
      : []),
  ];
  return { actions: key ? actions : [], open, toggle, ticked, selecting };
}
