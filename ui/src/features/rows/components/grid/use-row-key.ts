import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid';
import { keyOf, keyText } from '../../api/changes/guards.utils';
import { rowKeyText } from '../cells/use-cell';
import { recordPlaceId } from '../record/return-to-rows';
import { useTable } from '../table-context';
import { selectKey } from './grid-columns';
import { type GridRow, isRecord } from './grid-rows.utils';
import type { Ticking } from './use-ticking';

/** The space bar: opens the row's record, and goes there if it is open; in the boxes' column, or with Shift, it ticks the row. */
export function useRowKey(openKey: string | undefined, { onTick }: Ticking) {
  const { table, selection, openRecord } = useTable();
  return ({ mode, row, rowIdx, column }: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent): boolean => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (mode === 'EDIT' || event.key !== ' ' || !plain || !row || !isRecord(row)) return false;
    event.preventGridDefault();
    event.preventDefault();
    const key = keyOf(table, row);
    if (column?.key === selectKey || event.shiftKey) {
      onTick(rowIdx, row, !selection.has(rowKeyText(table, row)), false);
    } else if (key && keyText(key) === openKey) document.getElementById(recordPlaceId)?.focus();
    else if (key) openRecord(key);
    return true;
  };
}
