import type { CellKeyboardEvent, CellKeyDownArgs, CellMouseArgs, RowsChangeData } from 'react-data-grid';
import type { Row } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { draft, type GridRow, isRecord } from '@/table/cells/grid-rows.utils';
import { useTable } from '@/table/table-context';

export type EnterValueHandler = (row: Row, column: Column, entered: Exclude<EnteredValue, undefined>) => void;

/** What is typed into cells; and where nothing can be, why. */
export function useCellEntry(columns: readonly Column[], onEntered: EnterValueHandler) {
  const { table, showLockReason } = useTable();
  const named = (name: string | undefined) => columns.find((column) => column.name === name);
  /** Whether the cell can't be edited, which is told. */
  const locked = (row: GridRow | undefined, name: string | undefined) => {
    const column = named(name);
    if (!column || !row || !isRecord(row) || lockReason(table, column) === undefined) return false;
    showLockReason(column);
    return true;
  };

  const onKeyDown = ({ mode, row, column }: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const opens = event.key === 'Enter' || event.key === 'F2' || event.key.length === 1;
    if (mode === 'EDIT' || !plain || !opens) return;
    if (locked(row, column?.key)) {
      event.preventGridDefault();
      event.preventDefault();
    }
    // The editor has the focus before the key is done: it would get a line end.
    if (event.key === 'Enter' && !isOnButton(event) && named(column?.key)) event.preventDefault();
  };
  const onCellDoubleClick = ({ row, column }: CellMouseArgs<GridRow>) => void locked(row, column.key);
  const onRowsChange = (changed: GridRow[], { indexes, column }: RowsChangeData<GridRow>) => {
    const row = changed[indexes[0] ?? 0];
    const field = named(column.key);
    const entered = row?.[draft];
    if (!row || !field || entered === undefined) return;
    const { [draft]: _, ...seen } = row;
    onEntered(seen, field, entered);
  };
  return { onKeyDown, handlers: { onCellDoubleClick, onRowsChange } };
}

function isOnButton({ target }: CellKeyboardEvent): boolean {
  return target instanceof Element && target.closest('button,a') !== null;
}
