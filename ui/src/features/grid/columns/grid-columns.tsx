import type { Column as GridColumn } from 'react-data-grid';
import {
  distributeWidth,
  fitColumnWidth,
  isEndAligned,
  type ValueWidths,
} from '@/data/layouts/columns.utils';
import { identityOf } from '@/data/paging/cursor/keyset.utils';
import type { Relation } from '@/data/relations/references';
import type { OrderTerm } from '@/data/rows/row';
import { hasGroupedDigits } from '@/data/values/value.utils';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Column, Table } from '@/lib/api.gen';
import { cx } from '@/lib/cx';
import { hasPopoverEditor } from '@/table/cells/editors/cell-editor';
import { type GridRow, groupHead, isRecord } from '@/table/cells/grid-rows.utils';
import type { EditedRow } from '@/table/position/edited-row';
import { GridCell } from '../cell/grid-cell';
import { GridEditor } from '../cell/grid-editor';
import { SelectAllCheckbox, SelectCell } from '../cell/select-cell';
import type { RowTicking } from '../cell/use-row-ticking';
import styles from '../rows-grid.module.css';
import { SummaryCell } from '../summary/summary-cell';
import { ColumnHeader } from './column-header';
import type { ColumnAction } from './column-menu';

/** The first column's key, which no column of a table can have. */
export const selectKey = '\u0000select';

export interface GridColumnsOptions extends RowTicking {
  table: Table;
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  order: readonly OrderTerm[];
  pinned: ReadonlySet<string>;
  /** The column that the rows are grouped by. */
  groupedBy: string | undefined;
  valueWidths: ValueWidths;
  /** The grid's width in pixels. */
  availableWidth: number;
  onAction: (column: Column, action: ColumnAction) => void;
  onAddSort: (column: Column) => void;
  onEdited: (edited: EditedRow | undefined) => void;
}

/** The columns as the grid takes them. */
export function createGridColumns(options: GridColumnsOptions): GridColumn<GridRow>[] {
  const { table, columns, relations, pinned, valueWidths, availableWidth } = options;
  const frozen = columns.filter((column) => pinned.has(column.name));
  const ordered = [...frozen, ...columns.filter((column) => !pinned.has(column.name))];
  // Without a key a row can't be told from others: nothing can be done with a ticked one.
  const ticking = identityOf(table) ? [createSelectColumn(options)] : [];
  const fitted = ordered.map((column, i) => {
    const width = fitColumnWidth(column, valueWidths.get(column.name) ?? 0, relations.has(column.name));
    return i === 0 && ticking.length > 0 ? width + openButtonWidth : width;
  });
  const references = new Set(relations.keys());
  const widths = distributeWidth(fitted, ordered, references, availableWidth - ticking.length * selectWidth);
  // A group's head goes over all columns that scroll with the first one.
  const headSpan = frozen.length > 0 ? frozen.length : ordered.length;
  return [
    ...ticking,
    ...ordered.map((column, i) => createDataColumn(options, column, widths[i] ?? 0, i === 0 ? headSpan : 0)),
  ];
}

const selectWidth = 40;

/** What opens a row's record stands at the end of its first cell, and must not cover the value. */
const openButtonWidth = 24;

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

function createDataColumn(
  options: GridColumnsOptions,
  column: Column,
  width: number,
  headSpan: number,
): GridColumn<GridRow> {
  const { table, relations, order, pinned, groupedBy } = options;
  const lead = headSpan > 0;
  const groupRelation = groupedBy === undefined ? undefined : relations.get(groupedBy);
  const relation = relations.get(column.name);
  const grouped = hasGroupedDigits(table, column);
  const place = order.findIndex((term) => term.column === column.name);
  const term = order[place];
  const end = isEndAligned(table, column) && !relation;
  const locked = lockReason(table, column) !== undefined;
  const under = hasPopoverEditor(column, relation);
  return {
    key: column.name,
    name: column.title,
    width,
    minWidth: 56,
    maxWidth: 900,
    frozen: pinned.has(column.name),
    resizable: true,
    sortable: true,
    draggable: true,
    headerCellClass: cx(end && styles.end),
    cellClass: cx(styles.cell, end && styles.end, !under && styles.line),
    colSpan: (args) => (lead && args.type === 'ROW' && args.row[groupHead] ? headSpan : undefined),
    editable: (row) => !locked && isRecord(row),
    // A row that changes meanwhile must not take away what is being typed.
    editorOptions: { closeOnExternalRowChange: false, displayCellContent: under },
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
    renderCell: ({ row, tabIndex }) => (
      <GridCell {...{ column, row, relation, grouped, lead, tabIndex, groupRelation }} />
    ),
    summaryCellClass: cx(styles.summary, end && styles.end),
    renderSummaryCell: ({ tabIndex }) => <SummaryCell column={column} tabIndex={tabIndex} end={end} />,
    renderEditCell: (props) => (
      <GridEditor {...props} field={column} relation={relation} onEdited={options.onEdited} />
    ),
  };
}
