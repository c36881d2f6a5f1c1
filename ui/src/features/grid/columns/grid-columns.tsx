import type { Column as GridColumn } from 'react-data-grid';
import {
  distributeWidth,
  fitColumnWidth,
  isEndAligned,
  type ValueWidths,
} from '@/data/layouts/columns.utils';
import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import { refersToAccounts } from '@/data/relations/account-table';
import type { Relation } from '@/data/relations/references';
import { lacksLargeValue } from '@/data/rows/large-columns';
import type { OrderTerm } from '@/data/rows/row';
import { hasGroupedDigits } from '@/data/values/value.utils';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Column, Table } from '@/lib/api.gen';
import { cx } from '@/lib/text/cx';
import { hasPopoverEditor } from '@/table/cells/editors/cell-editor';
import { type GridRow, groupHead, isRecord } from '@/table/cells/grid-rows.utils';
import { isPlainColumn } from '@/table/cells/values/plain-values';
import type { EditedRow } from '@/table/position/edited-row';
import { renderGridCell } from '../cell/grid-cell';
import { GridEditor } from '../cell/grid-editor';
import { SelectAllCheckbox, SelectCell } from '../cell/select-cell';
import type { RowTicking } from '../cell/use-row-ticking';
import styles from '../rows-grid.module.css';
import { SummaryCell } from '../summary/summary-cell';
import { ColumnHeader } from './column-header';
import type { ColumnAction } from './column-menu';
import { countFrozenColumns } from './count-frozen-columns';

/** The key of the column of check boxes. No column of a table can have this name. */
export const selectKey = '\u0000select';

export interface GridColumnsOptions extends RowTicking {
  table: Table;
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  order: readonly OrderTerm[];
  pinned: ReadonlySet<string>;
  /** The name of the column by which rows are grouped. */
  groupedBy: string | undefined;
  valueWidths: ValueWidths;
  /** The grid's width in pixels. */
  availableWidth: number;
  /** Whether texts are wrapped. */
  wrapsText: boolean;
  /** Whether color rules can mark rows in their first cell. */
  hasMarks: boolean;
  onAction: (column: Column, action: ColumnAction) => void;
  onAddSort: (column: Column) => void;
  onEdited: (edited: EditedRow | undefined) => void;
}

/** Creates the grid's columns: the column of check boxes, pinned columns, other columns. */
export function createGridColumns(options: GridColumnsOptions): GridColumn<GridRow>[] {
  const { table, columns, relations, pinned, valueWidths } = options;
  const ordered = [
    ...columns.filter(({ name }) => pinned.has(name)),
    ...columns.filter(({ name }) => !pinned.has(name)),
  ];
  // Without a key, rows can't be identified, so they can't be ticked.
  const selectColumns = findIdentity(table) ? [createSelectColumn(options)] : [];
  const availableWidth = options.availableWidth - selectColumns.length * selectWidth;
  const fitted = ordered.map((column, i) => {
    const width = fitColumnWidth(column, valueWidths.get(column.name) ?? 0, relations.has(column.name));
    if (i > 0) return width;
    return width + (selectColumns.length > 0 ? openButtonWidth : 0) + (options.hasMarks ? markWidth : 0);
  });
  const widths = distributeWidth(fitted, ordered, new Set(relations.keys()), availableWidth);
  const frozenCount = countFrozenColumns({ table, columns: ordered, widths, pinned, availableWidth });
  // A group's head spans the frozen columns, or all columns if none is frozen: a cell can't span both kinds.
  const headSpan = frozenCount > 0 ? frozenCount : ordered.length;
  return [
    ...selectColumns,
    ...ordered.map((column, i) =>
      createDataColumn(options, column, {
        width: widths[i] ?? 0,
        frozen: i < frozenCount,
        headSpan: i === 0 ? headSpan : 0,
      }),
    ),
  ];
}

const selectWidth = 40;

/** Pixels that the button that opens a record needs at the end of the row's first cell. */
const openButtonWidth = 24;

/** Pixels that the mark of a color rule needs before the text of the row's first cell. */
const markWidth = 10;

/** Returns the first column of the grid, with a check box for each row. */
function createSelectColumn({ onTick, onTickAll }: GridColumnsOptions): GridColumn<GridRow> {
  return {
    key: selectKey,
    name: '',
    width: selectWidth,
    minWidth: selectWidth,
    frozen: true,
    resizable: false,
    headerCellClass: styles.select,
    cellClass: styles.select,
    renderHeaderCell: ({ tabIndex }) => <SelectAllCheckbox tabIndex={tabIndex} onTickAll={onTickAll} />,
    renderCell: ({ row, rowIdx, tabIndex }) => (
      <SelectCell
        row={row}
        tabIndex={tabIndex}
        onTick={(ticked, range) => onTick(rowIdx, row, ticked, range)}
      />
    ),
  };
}

/** The class of the cell that contains a group's head. */
const groupHeadClass = cx(styles.cell, styles.groupHead);

interface ColumnPlacement {
  width: number;
  /** Whether the column doesn't scroll horizontally. */
  frozen: boolean;
  /** The number of columns that a group's head spans; 0 for columns after the first. */
  headSpan: number;
}

/** Creates the grid's column for a column of the table. */
function createDataColumn(
  options: GridColumnsOptions,
  column: Column,
  { width, frozen, headSpan }: ColumnPlacement,
): GridColumn<GridRow> {
  const { table, relations, order, pinned, groupedBy } = options;
  /** The first column has the heads of groups and the tools of rows. */
  const isFirst = headSpan > 0;
  const groupRelation = groupedBy === undefined ? undefined : relations.get(groupedBy);
  const relation = relations.get(column.name);
  const grouped = hasGroupedDigits(table, column);
  const term = order.find((candidate) => candidate.column === column.name);
  const isAtEnd = isEndAligned(table, column) && !relation;
  const isLocked = lockReason(table, column) !== undefined;
  const hasPopover = hasPopoverEditor(column, relation);
  const isReference = relation || refersToAccounts(table, column.name);
  const isPlain = !isReference && !options.wrapsText && isPlainColumn(column);
  const marks = isFirst && options.hasMarks && styles.withMarks;
  const cellClass = cx(getCellClass(column, { isAtEnd, isPlain, hasPopover }), marks);
  return {
    key: column.name,
    name: column.title,
    width,
    minWidth: 56,
    maxWidth: 900,
    frozen,
    resizable: true,
    sortable: true,
    draggable: true,
    headerCellClass: cx(isAtEnd && styles.end, marks),
    cellClass: isFirst ? (row) => (row[groupHead] ? groupHeadClass : cellClass) : cellClass,
    colSpan: (args) => (isFirst && args.type === 'ROW' && args.row[groupHead] ? headSpan : undefined),
    // The record edits large values: an input in the cell would block the page.
    editable: (row) => !isLocked && isRecord(row) && !lacksLargeValue(table, row, column.name),
    // The editor stays open when the row changes, so that the entered text is not lost.
    editorOptions: { closeOnExternalRowChange: false, displayCellContent: hasPopover },
    renderHeaderCell: ({ priority }) => (
      <ColumnHeader
        column={column}
        relation={relation}
        sorted={term && (term.descending ? 'desc' : 'asc')}
        sortPriority={priority}
        pinned={pinned.has(column.name)}
        grouped={groupedBy === column.name}
        onAction={(action) => options.onAction(column, action)}
        onAddSort={() => options.onAddSort(column)}
      />
    ),
    renderCell: ({ row, tabIndex }) =>
      renderGridCell({ table, column, row, relation, grouped, isFirst, isPlain, tabIndex, groupRelation }),
    summaryCellClass: cx(styles.summary, isAtEnd && styles.end, marks),
    renderSummaryCell: ({ tabIndex }) => (
      <SummaryCell column={column} tabIndex={tabIndex} isEndAligned={isAtEnd} />
    ),
    renderEditCell: (props) => (
      <GridEditor {...props} field={column} relation={relation} onEdited={options.onEdited} />
    ),
  };
}

/** Returns the class of a column's cells. */
function getCellClass(
  column: Column,
  { isAtEnd, isPlain, hasPopover }: { isAtEnd: boolean; isPlain: boolean; hasPopover: boolean },
): string {
  return cx(
    styles.cell,
    isAtEnd && styles.end,
    !hasPopover && styles.line,
    isPlain && styles.plain,
    isPlain && column.kind === 'uuid' && styles.mono,
  );
}
