import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid';
import { rowKeyText } from '@/data/rows/row-key-text';
import { keyOf, keyText } from '@/data/writes/batches/guards.utils';
import { type GridRow, isRecord } from '@/table/cells/grid-rows.utils';
import { useTable } from '@/table/table-context';
import { recordPanelId } from '@/table/view/row-focus-return';
import type { RowTicking } from './cell/use-row-ticking';
import { selectKey } from './columns/grid-columns';

/** The space bar: opens the row's record, and goes there if it is open; in the boxes' column, or with Shift, it ticks the row. */
export function useRowKeyHandler(openKey: string | undefined, { onTick }: RowTicking) {
  const { table, selection, openRecord } = useTable();
  return ({ mode, row, rowIdx, column }: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent): boolean => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (mode === 'EDIT' || event.key !== ' ' || !plain || !row || !isRecord(row)) return false;
    event.preventGridDefault();
    event.preventDefault();
    const key = keyOf(table, row);
    if (column?.key === selectKey || event.shiftKey) {
      onTick(rowIdx, row, !selection.has(rowKeyText(table, row)), false);
    } else if (key && keyText(key) === openKey) document.getElementById(recordPanelId)?.focus();
    else if (key) openRecord(key);
    return true;
  };
}
