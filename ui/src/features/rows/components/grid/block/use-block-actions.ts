import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { toast } from '@/components/toast';
import type { Column } from '@/lib/api.gen';
import { formatCount } from '@/lib/format';
import type { RowsView } from '../../../api/keys';
import type { Relation } from '../../../api/references';
import type { Row } from '../../../api/row';
import type { RowSource } from '../../../api/row-source';
import { useTable } from '../../table-context';
import { type Bounds, extentOf } from './block.utils';
import { pastedExtent, planClear, planFill, planPaste } from './changes.utils';
import { type CopiedCells, formatHTML, formatTSV } from './clipboard.utils';
import { titleKeys } from './title-keys';
import { mostChangedRows, useBlockChanges } from './use-block-changes';
import { isCancelled, useBlockRows } from './use-block-rows';

/** Cells that can be copied at once. */
const mostCopied = 50_000;

export interface BlockActionsOptions {
  source: RefObject<RowSource>;
  /** The place in the table of the source's row 0. */
  base: number;
  /** Whether the source's last row is known to be the table's. */
  ends: boolean;
  view: RowsView;
  /** The columns in the grid's order. */
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

/** The two forms in which cells go to the clipboard. */
export interface Copied {
  text: string;
  html: string;
}

/** What can be done with the selected block of cells. */
export function useBlockActions({ source, base, ends, view, columns, relations }: BlockActionsOptions) {
  const { table, block } = useTable();
  const client = useQueryClient();
  const { rowsNow, readRows, reading } = useBlockRows(source, view, base);
  const changes = useBlockChanges();
  const columnsOf = ({ left, right }: Bounds) => columns.slice(left, right + 1);

  const tellFailure = (error: unknown) => {
    if (!isCancelled(error)) toast.error(error, 'The rows of this block could not be read.');
  };
  /** Whether there are too many rows to be changed; says so. */
  const tooMany = (rows: number) => {
    if (rows > mostChangedRows) {
      toast.info(
        `At most ${formatCount(mostChangedRows)} rows can be changed in one go; this is ${formatCount(rows)}.`,
      );
    }
    return rows > mostChangedRows;
  };

  /** What to copy: now where all rows are loaded, else when they are read. Undefined if it can't be, which is told. */
  const copied = (headers: boolean): Copied | Promise<Copied> | undefined => {
    const bounds = block.bounds();
    if (!bounds) return undefined;
    const extent = extentOf(bounds);
    const cells = extent.rows * extent.columns;
    if (cells > mostCopied) {
      toast.info(
        `At most ${formatCount(mostCopied)} cells can be copied; this block has ${formatCount(cells)}. Export as CSV for more.`,
      );
      return undefined;
    }
    const format = (rows: readonly Row[]): Copied => ({
      text: formatTSV(columnsOf(bounds), rows, headers),
      html: formatHTML(columnsOf(bounds), rows, headers),
    });
    const now = rowsNow(bounds);
    return now ? format(now) : readRows(bounds).then(format);
  };

  const clear = async () => {
    const bounds = block.bounds();
    if (!bounds || tooMany(extentOf(bounds).rows)) return;
    try {
      changes.propose({ kind: 'clear', ...planClear(table, columnsOf(bounds), await readRows(bounds)) });
    } catch (error) {
      tellFailure(error);
    }
  };

  const paste = async (cells: CopiedCells) => {
    const bounds = block.bounds();
    const width = cells[0]?.length ?? 0;
    if (!bounds || width === 0) return;
    const { top, left } = bounds;
    const extent = pastedExtent({ rows: cells.length, columns: width }, bounds);
    if (tooMany(extent.rows)) return;
    // Where the end is only estimated, reading tells.
    const reach = top + extent.rows - 1;
    const bottom = ends ? Math.min(reach, source.current.length - 1) : reach;
    try {
      const [rows, keyOf] = await Promise.all([
        readRows({ top, bottom }),
        titleKeys(client, columns.slice(left, left + extent.columns), relations, cells),
      ]);
      const change = planPaste({ table, copied: cells, extent, rows, keyOf, columns: columns.slice(left) });
      const head = {
        row: Math.max(top, top + rows.length - 1),
        column: Math.min(columns.length, left + extent.columns) - 1,
      };
      changes.propose({
        kind: 'paste',
        ...change,
        after: () => block.select({ anchor: { row: top, column: left }, head }),
      });
    } catch (error) {
      tellFailure(error);
    }
  };

  const fill = async (from: Bounds, top: number, bottom: number) => {
    if (bottom < top || tooMany(bottom - top + 1)) return;
    try {
      const rows = await readRows({ top: from.top, bottom });
      const sources = rows.slice(0, from.bottom - from.top + 1);
      const change = planFill(table, columnsOf(from), sources, rows.slice(top - from.top));
      const { block: current } = block.state();
      const anchor = { row: from.top, column: current?.anchor.column ?? from.left };
      const head = { row: bottom, column: current?.head.column ?? from.right };
      changes.propose({ kind: 'fill', ...change, after: () => block.select({ anchor, head }) });
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

  return { copied, clear, paste, fillDown, fillBeside, fillTo, reading, changes };
}

export type BlockActions = ReturnType<typeof useBlockActions>;
