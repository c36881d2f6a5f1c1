import { Maximize2 } from 'lucide-react';
import { Skeleton } from '@/components/feedback/skeleton';
import { type Relation, referencedKey } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import { keyOf } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { CellStatusIcon } from '@/table/cells/cell-status-icon';
import { CellValue, NoValue } from '@/table/cells/cell-value';
import { type GridRow, groupHead, unloadedRow } from '@/table/cells/grid-rows.utils';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { useCellStatus, useDeletion } from '@/table/cells/use-cell-status';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { useTable } from '@/table/table-context';
import { GroupHeading } from '../group/group-heading';
import styles from './grid-cell.module.css';

export interface GridCellProps {
  column: Column;
  row: GridRow;
  relation: Relation | undefined;
  grouped: boolean;
  /** The first one: it holds the row's tools. */
  lead: boolean;
  tabIndex: number;
  /** The relation of the column that rows are grouped by. */
  groupRelation: Relation | undefined;
}

/** A cell at rest: its value, and how its last edit fares. */
export function GridCell(props: GridCellProps) {
  const { column, row, relation, grouped, lead, tabIndex, groupRelation } = props;
  const { table } = useTable();
  const head = row[groupHead];
  if (head) return lead && <GroupHeading head={head} relation={groupRelation} tabIndex={tabIndex} />;
  if (row === unloadedRow) return <Skeleton width={`${55 + (column.name.length % 4) * 10}%`} height={9} />;
  const rowKey = rowKeyText(table, row);
  return (
    <>
      <ValueWithStatus {...{ column, row, rowKey, relation, grouped, lead }} />
      {lead && rowKey !== '' && <OpenRecordButton row={row} />}
    </>
  );
}

interface ValueWithStatusProps extends Pick<GridCellProps, 'column' | 'relation' | 'grouped' | 'lead'> {
  row: Row;
  rowKey: string;
}

function ValueWithStatus({ column, row, rowKey, relation, grouped, lead }: ValueWithStatusProps) {
  const state = useCellStatus(rowKey, column.name);
  // What is about the row as a whole stands in its first cell.
  const deletion = useDeletion(lead ? rowKey : '');
  const shown: Row = state && state.status !== 'saved' ? { ...row, [column.name]: state.value } : row;
  const value = shown[column.name] ?? null;
  const refKey = relation && value !== null ? referencedKey(relation, shown) : undefined;
  return (
    <>
      {relation && refKey ? (
        <RelationChip target={relation.target} refKey={refKey} />
      ) : value === null ? (
        <NoValue />
      ) : (
        <CellValue column={column} value={value} grouped={grouped} />
      )}
      {(state || deletion) && (
        <span className={styles.status} data-before={grouped || undefined}>
          {deletion && (
            <SaveStatusIcon status={deletion.state === 'failed' ? 'failedDelete' : 'pendingDelete'} />
          )}
          {state && <CellStatusIcon cellStatus={state} />}
        </span>
      )}
    </>
  );
}

function OpenRecordButton({ row }: { row: Row }) {
  const { table, openRecord } = useTable();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.open}
      aria-label="Open this record"
      title="Open (Space)"
      onMouseDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        const key = keyOf(table, row);
        if (key) openRecord(key);
      }}
    >
      <Maximize2 size={12} aria-hidden />
    </button>
  );
}
