import type { RefObject } from 'react';
import { toast } from '@/components/overlays/toast';
import type { RowSource } from '@/data/paging/row-source';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/row-keys';
import type { Column } from '@/lib/api.gen';
import type { Bounds } from '@/table/selection/block.utils';
import { gridMessages as messages } from '../grid-messages';
import { type BlockChanges, maxChangedRows, useBlockChanges } from './changes/use-block-changes';
import { type BlockRows, isCanceled, useBlockRows } from './use-block-rows';

export interface BlockActionsOptions {
  source: RefObject<RowSource>;
  /** The position in the table of the source's row 0. */
  base: number;
  /** Whether the source's last row is known to be the table's. */
  isEndKnown: boolean;
  view: RowsView;
  /** The columns in the grid's order. */
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

/** The rows and columns of the block and the means to change them: the base of all actions on it. */
export interface BlockEditing extends BlockActionsOptions, BlockRows {
  changes: BlockChanges;
  getColumns: (bounds: Bounds) => readonly Column[];
  /** Shows why the rows couldn't be read, unless the user canceled. */
  showReadError: (error: unknown) => void;
  /** Returns whether these are too many rows for one change, and then shows a message. */
  rejectTooManyRows: (rows: number) => boolean;
}

/** Returns what all actions on the selected block need. */
export function useBlockEditing(options: BlockActionsOptions): BlockEditing {
  const { source, base, view, columns } = options;
  const rows = useBlockRows(source, view, base);
  const changes = useBlockChanges();
  return {
    ...options,
    ...rows,
    changes,
    getColumns: ({ left, right }) => columns.slice(left, right + 1),
    showReadError: (error) => {
      if (!isCanceled(error)) toast.error(error, messages.block.loadFailed);
    },
    rejectTooManyRows: (count) => {
      if (count <= maxChangedRows) return false;
      toast.info(messages.block.tooManyRows(maxChangedRows, count));
      return true;
    },
  };
}
