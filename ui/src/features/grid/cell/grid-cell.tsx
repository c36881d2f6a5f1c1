import { use } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import { type Relation, referencedKey } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { isOverdue } from '@/data/values/formats/due-dates';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { CellStatusIcon } from '@/table/cells/cell-status-icon';
import { type GridRow, groupHead, unloadedRow } from '@/table/cells/grid-rows.utils';
import { OverdueMark } from '@/table/cells/overdue-mark';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { RowValue } from '@/table/cells/row-value';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { CommentCount } from '@/table/comments/comment-count';
import { FlashMark } from '@/table/live/change-flash';
import { EditorOutline } from '@/table/live/editor-outline';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import { GroupHeading } from '../group/group-heading';
import { RowChangesContext, RowPresenceContext, RowStatusesContext } from '../row-statuses-context';
import styles from './grid-cell.module.css';

const messages = gridMessages.cell;

export interface GridCellProps {
  column: Column;
  row: GridRow;
  relation: Relation | undefined;
  /** Separates thousands of numbers. */
  grouped: boolean;
  /** The first column: it has the row's tools and the status of the row as a whole. */
  isFirst: boolean;
  tabIndex: number;
  /** The relation of the column by which rows are grouped. */
  groupRelation: Relation | undefined;
}

/** The content of a cell without an editor: its value and the save status of its last edit. */
export function GridCell(props: GridCellProps) {
  const { column, row, relation, grouped, isFirst, tabIndex, groupRelation } = props;
  const { table } = useTable();
  const statuses = use(RowStatusesContext);
  const users = use(RowPresenceContext);
  const changedAt = use(RowChangesContext)?.get(column.name);
  const head = row[groupHead];
  if (head) return isFirst && <GroupHeading head={head} relation={groupRelation} tabIndex={tabIndex} />;
  if (row === unloadedRow) return <Skeleton width={`${55 + (column.name.length % 4) * 10}%`} height={9} />;
  const cellStatus = statuses?.cells.get(column.name);
  const deletion = isFirst ? statuses?.deletion : undefined;
  const currentRow: Row =
    cellStatus && cellStatus.status !== 'saved' ? { ...row, [column.name]: cellStatus.value } : row;
  const value = currentRow[column.name] ?? null;
  const refKey = relation && value !== null ? referencedKey(relation, currentRow) : undefined;
  return (
    <>
      {relation && refKey ? (
        <RelationChip target={relation.target} refKey={refKey} />
      ) : (
        <OverdueMark isLate={isOverdue(table, column, currentRow)}>
          <RowValue table={table} row={currentRow} column={column} grouped={grouped} />
        </OverdueMark>
      )}
      <EditorOutline users={users} column={column.name} isAtStart={grouped} />
      {changedAt !== undefined && <FlashMark key={changedAt} column={column.name} />}
      {(cellStatus || deletion) && (
        <span className={styles.status} data-before={grouped || undefined}>
          {deletion && (
            <SaveStatusIcon status={deletion.state === 'failed' ? 'failedDelete' : 'pendingDelete'} />
          )}
          {cellStatus && <CellStatusIcon cellStatus={cellStatus} />}
        </span>
      )}
      {isFirst && getCachedRowKey(table, row) !== '' && (
        <>
          <CommentCount row={row} className={styles.comments} />
          <OpenRecordButton row={row} />
        </>
      )}
    </>
  );
}

/** The icon Maximize2 of lucide with a single path: each row has it. */
const openIcon = (
  <svg
    viewBox="0 0 24 24"
    width={12}
    height={12}
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d="M15 3h6v6M21 3l-7 7M3 21l7-7M9 21H3v-6" />
  </svg>
);

function OpenRecordButton({ row }: { row: Row }) {
  const { table, openRecord } = useTable();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.open}
      aria-label={messages.openRecord}
      title={messages.openRecordHint}
      onMouseDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        const key = getRowKey(table, row);
        if (key) openRecord(key);
      }}
    >
      {openIcon}
    </button>
  );
}
