import type { RefObject } from 'react';
import { toast } from '@/components/overlays/toast';
import type { RowSource } from '@/data/paging/row-source';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/row-keys';
import type { Column } from '@/lib/api.gen';
import { formatCount } from '@/lib/format';
import type { Bounds } from '@/table/selection/block.utils';
import { maxChangedRows, useBlockChanges } from './changes/use-block-changes';
import { isCancelled, useBlockRows } from './use-block-rows';

export interface BlockActionsOptions {
  source: RefObject<RowSource>;
  /** The place in the table of the source's row 0. */
  base: number;
  /** Whether the source's last row is known to be the table's. */
  isEndKnown: boolean;
  view: RowsView;
  /** The columns in the grid's order. */
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

/** What all that is done with a block needs: its rows and columns, and a way to change them or to say why not. */
export function useBlockEditing(options: BlockActionsOptions) {
  const { source, base, view, columns } = options;
  const rows = useBlockRows(source, view, base);
  const changes = useBlockChanges();
  const columnsOf = ({ left, right }: Bounds) => columns.slice(left, right + 1);

  const tellFailure = (error: unknown) => {
    if (!isCancelled(error)) toast.error(error, 'The rows of this block could not be read.');
  };
  /** Whether there are too many rows to be changed; says so. */
  const tooMany = (rows: number) => {
    if (rows > maxChangedRows) {
      toast.info(
        `At most ${formatCount(maxChangedRows)} rows can be changed in one go; this is ${formatCount(rows)}.`,
      );
    }
    return rows > maxChangedRows;
  };
  return { ...options, ...rows, changes, columnsOf, tellFailure, tooMany };
}

export type BlockEditing = ReturnType<typeof useBlockEditing>;
