import { memo, useSyncExternalStore } from 'react';
import { Row as RDGRow, type RenderRowProps } from 'react-data-grid';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import { type GridRow, isRecord } from '@/table/cells/grid-rows.utils';
import { useRowChanges } from '@/table/live/use-row-changes';
import { useTable } from '@/table/table-context';
import { RowChangesContext, RowStatusesContext } from './row-statuses-context';

export interface RowElementProps extends RenderRowProps<GridRow> {
  /** The number of the table's rows that are before the grid's. */
  base: number;
}

/** A row of the grid. Follows the row's edits and changes for all of its cells, and has its position in the table. */
export const RowElement = memo(function RowElement({ base, ...props }: RowElementProps) {
  const { table, edits } = useTable();
  const rowKey = isRecord(props.row) ? getCachedRowKey(table, props.row) : '';
  const statuses = useSyncExternalStore(edits.subscribe, () => edits.rowStatuses(rowKey));
  const changes = useRowChanges(rowKey);
  return (
    <RowStatusesContext value={statuses}>
      <RowChangesContext value={changes}>
        <RDGRow {...props} aria-rowindex={(props['aria-rowindex'] ?? 0) + base} />
      </RowChangesContext>
    </RowStatusesContext>
  );
});
