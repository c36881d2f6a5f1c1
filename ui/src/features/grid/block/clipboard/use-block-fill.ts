import type { Bounds } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { planFill } from '../changes/plan-block-change';
import type { BlockEditing } from '../use-block-editing';

export interface BlockFill {
  /** Copies the block's first row into its other rows; for a single row, the row above into it. */
  fillDown: () => void;
  /** Repeats the block below itself, as far as the adjacent column has values without a gap. */
  fillAlongAdjacentColumn: () => void;
  /** Repeats the block below itself, up to the row with this index. */
  fillTo: (row: number) => void;
}

/** Returns functions that fill cells with the values of the selected block. */
export function useBlockFill(editing: BlockEditing): BlockFill {
  const { source, columns, getColumns, readRows, changes } = editing;
  const { table, block } = useTable();
  const fill = async (from: Bounds, top: number, bottom: number) => {
    if (bottom < top || editing.rejectTooManyRows(bottom - top + 1)) return;
    try {
      const rows = await readRows({ top: from.top, bottom });
      const sources = rows.slice(0, from.bottom - from.top + 1);
      const change = planFill(table, getColumns(from), sources, rows.slice(top - from.top));
      const { block: current } = block.snapshot();
      const anchor = { row: from.top, column: current?.anchor.column ?? from.left };
      const head = { row: bottom, column: current?.head.column ?? from.right };
      changes.propose({ kind: 'fill', ...change, onDone: () => block.select({ anchor, head }) });
    } catch (error) {
      editing.showReadError(error);
    }
  };

  const fillDown = () => {
    const bounds = block.bounds();
    if (!bounds) return;
    const { top, bottom } = bounds;
    if (top < bottom) void fill({ ...bounds, bottom: top }, top + 1, bottom);
    else if (top > 0) void fill({ ...bounds, top: top - 1, bottom: top - 1 }, top, top);
  };

  const fillAlongAdjacentColumn = () => {
    const bounds = block.bounds();
    const adjacent = bounds && (columns[bounds.left - 1] ?? columns[bounds.right + 1]);
    if (!bounds || !adjacent) return;
    let last = bounds.bottom;
    while ((source.current.rowAt(last + 1)?.[adjacent.name] ?? '') !== '') last += 1;
    void fill(bounds, bounds.bottom + 1, last);
  };

  const fillTo = (row: number) => {
    const bounds = block.bounds();
    if (bounds) void fill(bounds, bounds.bottom + 1, row);
  };
  return { fillDown, fillAlongAdjacentColumn, fillTo };
}
