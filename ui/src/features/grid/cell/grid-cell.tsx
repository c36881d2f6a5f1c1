import { use } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import { type Relation, referencedKey } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { isOverdue } from '@/data/values/formats/due-dates';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column, Table } from '@/lib/api.gen';
import { type GridRow, groupHead, unloadedRow } from '@/table/cells/grid-rows.utils';
import { OverdueMark } from '@/table/cells/overdue-mark';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { CellStatusIcon } from '@/table/cells/status/cell-status-icon';
import { renderRowValue } from '@/table/cells/values/row-value';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { useRowColors } from '@/table/colors/color-rules-context';
import { RuleMark } from '@/table/colors/rule-mark';
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
  const colors = useRowColors(row);
  const head = row[groupHead];
  if (head) return isFirst && <GroupHeading head={head} relation={groupRelation} tabIndex={tabIndex} />;
  if (row === unloadedRow) return <Skeleton width={`${55 + (column.name.length % 4) * 10}%`} height={9} />;
  const cellStatus = statuses?.cells.get(column.name);
  const deletion = isFirst ? statuses?.deletion : undefined;
  const currentRow: Row =
    cellStatus && cellStatus.status !== 'saved' ? { ...row, [column.name]: cellStatus.value } : row;
  const value = currentRow[column.name] ?? null;
  const rule = colors?.cells.get(column.name);
  const refKey = relation && value !== null ? referencedKey(relation, currentRow) : undefined;
  return (
    <>
      {rule ? (
        <RuleMark rule={rule} fills isInPadding />
      ) : (
        isFirst && colors?.row && <RuleMark rule={colors.row} isInPadding />
      )}
      {relation && refKey ? (
        <RelationChip target={relation.target} refKey={refKey} />
      ) : (
        renderOwnValue(table, column, currentRow, grouped)
      )}
      {users.length > 0 && <EditorOutline users={users} column={column.name} isAtStart={grouped} />}
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

/** Returns a value that is no reference, with a mark if it is a date that is late. */
function renderOwnValue(table: Table, column: Column, row: Row, grouped: boolean) {
  const value = renderRowValue({ table, row, column, grouped });
  return isOverdue(table, column, row) ? <OverdueMark isLate>{value}</OverdueMark> : value;
}

/** The button that opens the row's record. Its style sheet draws the icon: an element of its own would be rendered in each row. */
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
    />
  );
}
