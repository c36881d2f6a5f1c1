import { useSyncExternalStore } from 'react';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { useTable } from '@/table/table-context';
import { tableMessages } from '@/table/table-messages';
import { CellStatusIcon } from './cell-status-icon';
import { useRowStatus } from './use-cell-status';

export interface RowStatusIconProps {
  row: Row;
  /** The columns that a move of the card changes. Undefined entries are ignored. */
  movedColumns?: readonly (Column | undefined)[];
  size?: number;
  /** Positions the icon. Has `data-unsaved` for a status that stays until the edit is saved. */
  className: string | undefined;
}

/** The status of a card: of its last move while that is saved, otherwise of unsaved edits of any field. */
export function RowStatusIcon({ row, movedColumns = [], size = 14, className }: RowStatusIconProps) {
  const { table, edits } = useTable();
  const rowKey = getCachedRowKey(table, row);
  const moveStatus = useSyncExternalStore(edits.subscribe, () =>
    movedColumns.map((column) => column && edits.cellStatus(rowKey, column.name)).find((found) => found),
  );
  const unsavedStatus = useRowStatus(row);
  const isTransient = moveStatus?.status === 'saving' || moveStatus?.status === 'saved';
  if (!isTransient && !unsavedStatus) return null;
  return (
    <span className={className} data-unsaved={isTransient ? undefined : true}>
      {isTransient && (
        <CellStatusIcon cellStatus={moveStatus} size={size} savingLabel={tableMessages.cells.moving} />
      )}
      {!isTransient && unsavedStatus && <SaveStatusIcon status={unsavedStatus} size={size + 1} />}
    </span>
  );
}
