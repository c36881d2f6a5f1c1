import { useQueryClient } from '@tanstack/react-query';
import { extentOf } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { getPasteExtent, planClear, planPaste } from './changes/plan-block-change';
import type { CopiedCells } from './clipboard/clipboard.utils';
import { loadTitleKeys } from './clipboard/load-title-keys';
import { useBlockCopy } from './clipboard/use-block-copy';
import { useBlockFill } from './clipboard/use-block-fill';
import { type BlockActionsOptions, type BlockEditing, useBlockEditing } from './use-block-editing';

/** What can be done with the selected block of cells. */
export function useBlockActions(options: BlockActionsOptions) {
  const work = useBlockEditing(options);
  const copied = useBlockCopy(work);
  const fills = useBlockFill(work);
  const entries = useClearAndPaste(work);
  return { copied, ...entries, ...fills, reading: work.reading, changes: work.changes };
}

export type BlockActions = ReturnType<typeof useBlockActions>;

/** Clears the selected block, or pastes into it. */
function useClearAndPaste(work: BlockEditing) {
  const { source, isEndKnown, columns, relations, columnsOf, readRows, changes, tooMany, tellFailure } = work;
  const { table, block } = useTable();
  const client = useQueryClient();

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
    const extent = getPasteExtent({ rows: cells.length, columns: width }, bounds);
    if (tooMany(extent.rows)) return;
    // Where the end is only estimated, reading tells.
    const reach = top + extent.rows - 1;
    const bottom = isEndKnown ? Math.min(reach, source.current.length - 1) : reach;
    try {
      const [rows, findKey] = await Promise.all([
        readRows({ top, bottom }),
        loadTitleKeys(client, columns.slice(left, left + extent.columns), relations, cells),
      ]);
      const change = planPaste({
        table,
        copiedCells: cells,
        extent,
        rows,
        findKey,
        columns: columns.slice(left),
      });
      const head = {
        row: Math.max(top, top + rows.length - 1),
        column: Math.min(columns.length, left + extent.columns) - 1,
      };
      changes.propose({
        kind: 'paste',
        ...change,
        onDone: () => block.select({ anchor: { row: top, column: left }, head }),
      });
    } catch (error) {
      tellFailure(error);
    }
  };
  return { clear, paste };
}
