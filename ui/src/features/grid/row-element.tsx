import { memo, useMemo, useSyncExternalStore } from 'react';
import { Row as RDGRow, type RenderRowProps } from 'react-data-grid';
import type { Presence } from '@/data/live/presence/presence';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import { hashHue } from '@/lib/text/hue';
import { type GridRow, isRecord } from '@/table/cells/grid-rows.utils';
import { useIsRowSelected } from '@/table/cells/status/use-cell-status';
import { useRowColors } from '@/table/colors/color-rules-context';
import { listNames } from '@/table/live/editor-outline';
import { useRecordPresence } from '@/table/live/use-presence';
import { useRowChanges } from '@/table/live/use-row-changes';
import { useTable } from '@/table/table-context';
import { tableMessages } from '@/table/table-messages';
import { RowStateContext } from './row-state-context';

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
  const users = useRecordPresence(rowKey);
  const isTicked = useIsRowSelected(rowKey) && rowKey !== '';
  const colors = useRowColors(isRecord(props.row) ? props.row : undefined);
  const state = useMemo(() => ({ statuses, changes, users, colors }), [statuses, changes, users, colors]);
  return (
    <RowStateContext value={state}>
      <RDGRow
        {...props}
        {...presenceProps(users)}
        data-rule={colors?.row?.color}
        data-ticked={isTicked || undefined}
        aria-rowindex={(props['aria-rowindex'] ?? 0) + base}
      />
    </RowStateContext>
  );
});

/** Returns the attributes that mark a row that others have open, in the color of the first. */
function presenceProps(users: readonly Presence[]) {
  const names = listNames(users);
  const [first] = names;
  return first === undefined
    ? {}
    : { 'data-present': true, 'data-hue': hashHue(first), title: tableMessages.live.alsoHere(names) };
}
