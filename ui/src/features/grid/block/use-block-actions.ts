import { useQueryClient } from '@tanstack/react-query';
import { getExtent } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { getPasteExtent, planClear, planPaste } from './changes/plan-block-change';
import type { BlockChanges } from './changes/use-block-changes';
import type { CopiedCells } from './clipboard/clipboard.utils';
import { loadTitleKeys } from './clipboard/load-title-keys';
import { type GetBlockContent, useBlockCopy } from './clipboard/use-block-copy';
import { type BlockFill, useBlockFill } from './clipboard/use-block-fill';
import { type BlockActionsOptions, type BlockEditing, useBlockEditing } from './use-block-editing';
import type { ReadProgress } from './use-block-rows';

/** The actions on the selected block of cells. */
export interface BlockActions extends BlockFill {
  getContent: GetBlockContent;
  /** Sets the cells of the block to NULL. */
  clear: () => Promise<void>;
  /** Pastes copied cells, from the block's first cell on. */
  paste: (cells: CopiedCells) => Promise<void>;
  /** Progress while the rows of the block are loading; otherwise null. */
  reading: ReadProgress | null;
  changes: BlockChanges;
}

/** Returns the actions on the selected block of cells. */
export function useBlockActions(options: BlockActionsOptions): BlockActions {
  const editing = useBlockEditing(options);
  const getContent = useBlockCopy(editing);
  const fills = useBlockFill(editing);
  const entries = useClearAndPaste(editing);
  return { getContent, ...entries, ...fills, reading: editing.reading, changes: editing.changes };
}

/**
 * Returns the actions that clear the selected block, and paste cells into it. Both read the rows that are not loaded, and then
 * propose the change.
 */
function useClearAndPaste(editing: BlockEditing): Pick<BlockActions, 'clear' | 'paste'> {
  const { source, isEndKnown, columns, relations, getColumns, readRows, changes } = editing;
  const { table, block } = useTable();
  const client = useQueryClient();

  const clear = async () => {
    const bounds = block.bounds();
    if (!bounds || editing.rejectTooManyRows(getExtent(bounds).rows)) return;
    try {
      changes.propose({ kind: 'clear', ...planClear(table, getColumns(bounds), await readRows(bounds)) });
    } catch (error) {
      editing.showReadError(error);
    }
  };

  const paste = async (cells: CopiedCells) => {
    const bounds = block.bounds();
    const width = cells[0]?.length ?? 0;
    if (!bounds || width === 0) return;
    const { top, left } = bounds;
    const extent = getPasteExtent({ rows: cells.length, columns: width }, bounds);
    if (editing.rejectTooManyRows(extent.rows)) return;
    const lastPasted = top + extent.rows - 1;
    // If the table's length is an estimate, reading finds its end.
    const bottom = isEndKnown ? Math.min(lastPasted, source.current.length - 1) : lastPasted;
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
      editing.showReadError(error);
    }
  };
  return { clear, paste };
}
