import { useSyncExternalStore } from 'react';
import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { WaitingMark } from '@/table/changes/waiting-mark';
import { useTable } from '@/table/table-context';
import { CellFate } from './cell-fate';
import { rowKeyText, useRowPhase } from './use-cell';

export interface RowFateProps {
  row: Row;
  /** The columns that a move changes; undefined ones are left out. */
  moved?: readonly (Column | undefined)[];
  size?: number;
  /** Where it stands; `data-held` while it stays for long. */
  className: string | undefined;
}

/** On a card: how its last move fares, or that an edit of any of its fields waits. */
export function RowFate({ row, moved = [], size = 14, className }: RowFateProps) {
  const { table, edits } = useTable();
  const rowKey = rowKeyText(table, row);
  const state = useSyncExternalStore(edits.subscribe, () =>
    moved.map((column) => column && edits.cell(rowKey, column.name)).find((found) => found),
  );
  const phase = useRowPhase(row);
  const passing = state?.phase === 'saving' || state?.phase === 'saved' ? state : undefined;
  if (!passing && !phase) return null;
  return (
    <span className={className} data-held={passing ? undefined : true}>
      {passing && <CellFate state={passing} size={size} saving="Moving" />}
      {!passing && phase && <WaitingMark phase={phase} size={size + 1} />}
    </span>
  );
}
