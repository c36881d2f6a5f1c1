import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { DataGridHandle, Column as GridColumn } from 'react-data-grid';
import type { RowSource } from '@/data/paging/row-source';
import type { Relation } from '@/data/relations/references';
import type { Column } from '@/lib/api.gen';
import { type GridRow, isRecord } from '@/table/cells/grid-rows.utils';
import { formatValueTitle, isPlainColumn } from '@/table/cells/values/plain-values';
import { useTable } from '@/table/table-context';

export interface CellTitlesOptions {
  grid: RefObject<DataGridHandle | null>;
  gridColumns: readonly GridColumn<GridRow>[];
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  source: RowSource;
  /** The position in the table of the source's row 0. */
  base: number;
}

/**
 * Sets the tooltip of a cell with a plain value while the pointer is on it. One listener of the grid, because the cell
 * has no element for its text, and a handler in each cell takes time when rows are rendered while the user scrolls.
 */
export function useCellTitles(options: CellTitlesOptions): void {
  const { grid } = options;
  const { edits } = useTable();
  const getTitle = useEffectEvent((cell: HTMLElement): string => {
    const { gridColumns, columns, relations, source, base } = options;
    const key = gridColumns[Number(cell.getAttribute('aria-colindex')) - 1]?.key;
    const column = columns.find(({ name }) => name === key);
    // `aria-rowindex` counts from 1, and row 1 is the header.
    const rowIndex = Number(cell.parentElement?.getAttribute('aria-rowindex')) - 2 - base;
    const row = source.rowAt(rowIndex);
    if (!column || !row || !isRecord(row) || relations.has(column.name) || !isPlainColumn(column)) return '';
    return formatValueTitle(column, edits.applyQueuedEdits(row)[column.name] ?? null);
  });
  useEffect(() => {
    const element = grid.current?.element;
    let titled: HTMLElement | undefined;
    const onPointerOver = ({ target }: Event) => {
      titled?.removeAttribute('title');
      titled = undefined;
      if (!(target instanceof HTMLElement) || target.role !== 'gridcell') return;
      const title = getTitle(target);
      if (title === '') return;
      // The row's own tooltip names the other users on the record.
      target.title = [title, target.parentElement?.title].filter(Boolean).join('\n');
      titled = target;
    };
    element?.addEventListener('pointerover', onPointerOver);
    return () => element?.removeEventListener('pointerover', onPointerOver);
  }, [grid]);
}
