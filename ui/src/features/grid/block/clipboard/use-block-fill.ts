import type { Bounds } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { planFill } from '../changes/plan-block-change';
import type { BlockEditing } from '../use-block-editing';

/** Fills what lies below a block with the block: by key, as far as its neighbour goes, or to a row. */
export function useBlockFill({
  source,
  columns,
  columnsOf,
  readRows,
  changes,
  tooMany,
  tellFailure,
}: BlockEditing) {
  const { table, block } = useTable();
  const fill = async (from: Bounds, top: number, bottom: number) => {
    if (bottom < top || tooMany(bottom - top + 1)) return;
    try {
      const rows = await readRows({ top: from.top, bottom });
      const sources = rows.slice(0, from.bottom - from.top + 1);
      const change = planFill(table, columnsOf(from), sources, rows.slice(top - from.top));
      const { block: current } = block.state();
      const anchor = { row: from.top, column: current?.anchor.column ?? from.left };
      const head = { row: bottom, column: current?.head.column ?? from.right };
      changes.propose({ kind: 'fill', ...change, onDone: () => block.select({ anchor, head }) });
    } catch (error) {
      tellFailure(error);
    }
  };

  /** The first row of the block into those below it; into a single row, the one above. */
  const fillDown = () => {
    const bounds = block.bounds();
    if (!bounds) return;
    const { top, bottom } = bounds;
    if (top < bottom) void fill({ ...bounds, bottom: top }, top + 1, bottom);
    else if (top > 0) void fill({ ...bounds, top: top - 1, bottom: top - 1 }, top, top);
  };

  /** The block into the rows below it, as far as the column beside it goes on without a gap. */
  const fillBeside = () => {
    const bounds = block.bounds();
    const beside = bounds && (columns[bounds.left - 1] ?? columns[bounds.right + 1]);
    if (!bounds || !beside) return;
    let last = bounds.bottom;
    while ((source.current.rowAt(last + 1)?.[beside.name] ?? '') !== '') last += 1;
    void fill(bounds, bounds.bottom + 1, last);
  };

  const fillTo = (row: number) => {
    const bounds = block.bounds();
    if (bounds) void fill(bounds, bounds.bottom + 1, row);
  };
  return { fillDown, fillBeside, fillTo };
}
