import type { CellKeyboardEvent, CellKeyDownArgs, CellMouseArgs, RowsChangeData } from 'react-data-grid';
import type { Row } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { draft, type GridRow, isRecord } from '@/table/cells/grid-rows.utils';
import { useTable } from '@/table/table-context';

/** Called with the value that the user entered into a cell, before it is validated. */
export type EnterValueHandler = (row: Row, column: Column, entered: Exclude<EnteredValue, undefined>) => void;

/** Returns handlers that save entered values, and that show why a cell can't be edited. */
export function useCellEntry(columns: readonly Column[], onEntered: EnterValueHandler) {
  const { table, showLockReason } = useTable();
  const findColumn = (name: string | undefined) => columns.find((column) => column.name === name);
  /** Returns whether the cell can't be edited, and then shows the reason. */
  const rejectIfLocked = (row: GridRow | undefined, name: string | undefined) => {
    const column = findColumn(name);
    if (!column || !row || !isRecord(row) || lockReason(table, column) === undefined) return false;
    showLockReason(column);
    return true;
  };

  const onKeyDown = ({ mode, row, column }: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent) => {
    const hasNoModifier = !event.ctrlKey && !event.metaKey && !event.altKey;
    const isEditKey = event.key === 'Enter' || event.key === 'F2' || event.key.length === 1;
    if (mode === 'EDIT' || !hasNoModifier || !isEditKey) return;
    if (rejectIfLocked(row, column?.key)) {
      event.preventGridDefault();
      event.preventDefault();
    }
    // Otherwise the editor, which has the focus before the key's default action, inserts a line break.
    if (event.key === 'Enter' && !isOnButton(event) && findColumn(column?.key)) event.preventDefault();
  };
  const onCellDoubleClick = ({ row, column }: CellMouseArgs<GridRow>) => void rejectIfLocked(row, column.key);
  const onRowsChange = (changed: GridRow[], { indexes, column }: RowsChangeData<GridRow>) => {
    const row = changed[indexes[0] ?? 0];
    const tableColumn = findColumn(column.key);
    const entered = row?.[draft];
    if (!row || !tableColumn || entered === undefined) return;
    const { [draft]: _, ...baseRow } = row;
    onEntered(baseRow, tableColumn, entered);
  };
  return { onKeyDown, handlers: { onCellDoubleClick, onRowsChange } };
}

function isOnButton({ target }: CellKeyboardEvent): boolean {
  return target instanceof Element && target.closest('button,a') !== null;
}
