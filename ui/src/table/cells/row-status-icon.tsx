import { useSyncExternalStore } from 'react';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import type { Column } from '@/lib/api.gen';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { useTable } from '@/table/table-context';
import { CellStatusIcon } from './cell-status-icon';
import { useRowStatus } from './use-cell-status';

export interface RowStatusIconProps {
  row: Row;
  /** The columns that a move changes; undefined ones are left out. */
  movedColumns?: readonly (Column | undefined)[];
  size?: number;
  /** Where it stands; `data-held` while it stays for long. */
  className: string | undefined;
}

/** On a card: how its last move fares, or that an edit of any of its fields waits. */
export function RowStatusIcon({ row, movedColumns = [], size = 14, className }: RowStatusIconProps) {
  const { table, edits } = useTable();
  const rowKey = rowKeyText(table, row);
  const state = useSyncExternalStore(edits.subscribe, () =>
    movedColumns.map((column) => column && edits.cellStatus(rowKey, column.name)).find((found) => found),
  );
  const phase = useRowStatus(row);
  const passing = state?.status === 'saving' || state?.status === 'saved' ? state : undefined;
  if (!passing && !phase) return null;
  return (
    <span className={className} data-held={passing ? undefined : true}>
      {passing && <CellStatusIcon cellStatus={passing} size={size} savingLabel="Moving" />}
      {!passing && phase && <SaveStatusIcon status={phase} size={size + 1} />}
    </span>
  );
}
