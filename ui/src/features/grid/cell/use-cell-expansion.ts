import { useState } from 'react';
import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid';
import type { Column } from '@/lib/api.gen';
import { type GridRow, isRecord } from '@/table/cells/grid-rows.utils';
import type { CellToExpand } from './expanded-cell';

/** Returns the cell whose whole value is shown, and the handler of Shift+Enter, which shows that of the active cell. */
export function useCellExpansion(columns: readonly Column[]) {
  const [cell, setCell] = useState<CellToExpand>();
  const onKeyDown = ({ mode, row, column: active }: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent) => {
    const isKey =
      event.key === 'Enter' && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    const column = columns.find(({ name }) => name === active?.key);
    const element =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[role="gridcell"]') : null;
    if (!isKey || mode === 'EDIT' || !row || !isRecord(row) || !column || !element) return false;
    event.preventGridDefault();
    event.preventDefault();
    setCell({ row, column, element });
    return true;
  };
  return { cell, onKeyDown, close: () => setCell(undefined) };
}
