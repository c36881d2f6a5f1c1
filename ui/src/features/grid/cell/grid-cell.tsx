import { type ReactNode, use } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import { listOwnKeyColumns } from '@/data/relations/composite-references';
import { getReferencedKey, type Relation } from '@/data/relations/references';
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
import { RuleMark } from '@/table/colors/rule-mark';
import { CommentCount } from '@/table/comments/comment-count';
import { FlashMark } from '@/table/live/change-flash';
import { EditorOutline } from '@/table/live/editor-outline';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import { GroupHeading } from '../group/group-heading';
import { RowStateContext } from '../row-state-context';
import styles from './grid-cell.module.css';

const messages = gridMessages.cell;

export interface GridCellOptions {
  table: Table;
  column: Column;
  row: GridRow;
  relation: Relation | undefined;
  /** Separates thousands of numbers. */
  grouped: boolean;
  /** The first column: it has the row's tools and the status of the row as a whole. */
  isFirst: boolean;
  /** Renders plain values as text without an element, in a cell with the class `plain`. */
  isPlain: boolean;
  tabIndex: number;
  /** The relation of the column by which rows are grouped. */
  groupRelation: Relation | undefined;
}

/**
 * Returns the content of a cell without an editor: its value and the save status of its last edit. A function that the
 * grid's own component calls, because a further component takes time in every cell that a scroll renders.
 */
export function renderGridCell(options: GridCellOptions): ReactNode {
  const { table, column, row, grouped, isFirst, tabIndex, groupRelation } = options;
  const { statuses, changes, users, colors } = use(RowStateContext);
  const head = row[groupHead];
  if (head) return isFirst && <GroupHeading head={head} relation={groupRelation} tabIndex={tabIndex} />;
  if (row === unloadedRow) return <Skeleton width={`${55 + (column.name.length % 4) * 10}%`} height={9} />;
  const changedAt = changes?.get(column.name);
  const cellStatus = statuses?.cells.get(column.name);
  const deletion = isFirst ? statuses?.deletion : undefined;
  const currentRow: Row =
    cellStatus && cellStatus.status !== 'saved' ? { ...row, [column.name]: cellStatus.value } : row;
  const rule = colors?.cells.get(column.name);
  const isMarked = rule !== undefined || users.length > 0 || changedAt !== undefined;
  const value = renderReferenceOrValue(options, currentRow, isMarked);
  // A single text needs neither an element nor a node of React.
  if (typeof value === 'string' && !isFirst && !cellStatus) return value;
  const content = (
    <>
      {rule ? (
        <RuleMark rule={rule} fills isInPadding />
      ) : (
        isFirst && colors?.row && <RuleMark rule={colors.row} isInPadding />
      )}
      {value}
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
  return options.isPlain && isMarked ? <span className={styles.marked}>{content}</span> : content;
}

/** Returns the value of a cell: the title of the referenced row if it is a reference, and with a mark if it is a date that is late. */
function renderReferenceOrValue(options: GridCellOptions, row: Row, isMarked: boolean): ReactNode {
  const { table, column, relation, grouped, isPlain } = options;
  const refKey =
    relation && (row[column.name] ?? null) !== null ? getReferencedKey(relation, row) : undefined;
  if (relation && refKey) {
    const chip = <RelationChip target={relation.target} refKey={refKey} />;
    if (listOwnKeyColumns(table, relation.key).length < 2) return chip;
    // One of several values that identify the referenced row, for example the number of a line.
    return (
      <>
        {renderRowValue({ table, row, column, grouped })}
        {chip}
      </>
    );
  }
  const isLate = isOverdue(table, column, row);
  const value = renderRowValue({ table, row, column, grouped, bare: isPlain && !isLate && !isMarked });
  if (isPlain && typeof value === 'string') return value;
  if (isLate) return <OverdueMark isLate>{value}</OverdueMark>;
  return isPlain && !isMarked ? <span className={styles.content}>{value}</span> : value;
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
