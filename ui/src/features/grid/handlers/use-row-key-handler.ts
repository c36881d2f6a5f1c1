import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import { type GridRow, isRecord } from '@/table/cells/grid-rows.utils';
import { useTable } from '@/table/table-context';
import { recordPanelId } from '@/table/view/row-focus-return';
import type { RowTicking } from '../cell/use-row-ticking';
import { selectKey } from '../columns/grid-columns';

/**
 * Returns the handler of the space bar. It opens the row's record; if the record is open, it focuses the record. With
 * Shift, or in the column of check boxes, it ticks the row. Returns whether it handled the key.
 */
export function useRowKeyHandler(openKey: string | undefined, { onTick }: RowTicking) {
  const { table, selection, openRecord } = useTable();
  return ({ mode, row, rowIdx, column }: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent): boolean => {
    const hasNoModifier = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (mode === 'EDIT' || event.key !== ' ' || !hasNoModifier || !row || !isRecord(row)) return false;
    event.preventGridDefault();
    event.preventDefault();
    const key = getRowKey(table, row);
    if (column?.key === selectKey || event.shiftKey) {
      onTick(rowIdx, row, !selection.has(getCachedRowKey(table, row)), false);
    } else if (key && formatKeyText(key) === openKey) document.getElementById(recordPanelId)?.focus();
    else if (key) openRecord(key);
    return true;
  };
}
