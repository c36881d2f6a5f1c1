import './iterator-helpers';
import 'react-data-grid/lib/styles.css';
import { type Key, type UIEvent, useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import {
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type CellMouseArgs,
  DataGrid,
  type DataGridHandle,
  Row as GridRowElement,
  type PositionChangeArgs,
  type RenderRowProps,
  type RowsChangeData,
  type SortColumn,
} from 'react-data-grid';
import type { Column } from '@/lib/api.gen';
import { cx } from '@/lib/cx';
import { media, useMedia } from '@/lib/use-media';
import type { KeyValue } from '../../api/address/page-state.utils';
import { keyOf, keyText, lockReason } from '../../api/changes/guards.utils';
import type { RowsView } from '../../api/keys';
import type { Pages } from '../../api/paging/pages';
import type { Relation } from '../../api/relations/references';
import type { OrderTerm, Row } from '../../api/row';
import type { Entered } from '../../values/check.utils';
import { rowKeyText } from '../cells/use-cell';
import { recordPlaceId } from '../record/return-to-rows';
import { useTable } from '../table-context';
import { CellMenu } from './block/cell-menu';
import { CellsLayer } from './block/cells-layer';
import { useCells } from './block/use-cells';
import type { ColumnAction } from './column-menu';
import { gridColumns, selectKey } from './grid-columns';
import { GridPosition } from './grid-position';
import { draft, type GridRow, groupHead, isRecord, virtualRows } from './grid-rows.utils';
import { groupKey } from './group/group-key';
import styles from './rows-grid.module.css';
import { BlockFigures } from './summary/block-figures';
import { useActiveCell } from './use-active-cell';
import { type ColumnPrefs, useGridWidths } from './use-column-prefs';
import { useGridSize, useSample, useTicking, useTickingAll } from './use-grid';
import { useRowWindow } from './use-row-window';

export interface RowsGridProps {
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  pages: Pages;
  /** What the pages are read by. */
  view: RowsView;
  order: readonly OrderTerm[];
  pinned: ReadonlySet<string>;
  /** The column that the rows are grouped by. */
  grouped: string | undefined;
  /** Widths that the person chose; the others follow the data. */
  widths: ColumnPrefs['widths'];
  /** The text of the open record's key. */
  openKey: string | undefined;
  /** A row under the others says what columns come to. */
  summary: boolean;
  onOrderChange: (order: readonly OrderTerm[]) => void;
  onWidthsChange: (widths: ColumnPrefs['widths']) => void;
  onMoveColumn: (moved: string, target: string) => void;
  onColumnAction: (column: Column, action: ColumnAction) => void;
  onEntered: (row: Row, column: Column, entered: Exclude<Entered, undefined>) => void;
  /** The active cell went to another row. */
  onActiveRow: (key: readonly KeyValue[] | undefined) => void;
}

/** The one row of summaries; its cells know what they say. */
const summaryRows: readonly unknown[] = [null];

/** A summary has its name over it: in one line narrow columns would cut the number. */
const summaryHeight = 44;

/** Rows that stand in for a table whose first page is on its way. */
const skeletonRows = 30;

export function RowsGrid(props: RowsGridProps) {
  const { columns, relations, pages, order, pinned, grouped, openKey } = props;
  const { onOrderChange, onColumnAction, onEntered, onActiveRow } = props;
  const { table, edits, selection, block, tellLocked, openRecord } = useTable();
  const grid = useRef<DataGridHandle>(null);
  const [widths, setWidths] = useGridWidths(props.widths, props.onWidthsChange);
  const rowHeight = useMedia(media.touch) ? 40 : 32;
  // Indexes of the grid are indexes of the source, wherever in the table its first row stands.
  const windowed = useRowWindow(grid, pages, rowHeight);
  const { source, base, onScrolled } = windowed;
  const room = useGridSize(grid, onScrolled);
  const onPosition = useActiveCell(grid, windowed, pages);
  const loading = pages.count === undefined;
  const count = loading ? skeletonRows : source.length;
  // A new array, as the grid compares them, whenever a row came or changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what rowAt answers
  const rows = useMemo(
    () => virtualRows(count, source.rowAt, source.headAt),
    [count, source.rowAt, source.headAt, source.version],
  );
  // Drawn anew when what waits changes: a row whose delete waits looks so.
  useSyncExternalStore(edits.subscribe, () => edits.held());
  const sample = useSample(source);
  const onTick = useTicking(source);

  const onTickAll = useTickingAll(source);

  const sortToo = useCallback(
    (column: Column) => onOrderChange(toggled(order, column.name)),
    [order, onOrderChange],
  );
  const gridded = useMemo(
    () =>
      gridColumns({
        table,
        columns,
        relations,
        order,
        pinned,
        grouped,
        sample,
        room,
        onTick,
        onTickAll,
        onAction: onColumnAction,
        onSortToo: sortToo,
      }),
    [
      table,
      columns,
      relations,
      order,
      pinned,
      grouped,
      sample,
      room,
      onTick,
      onTickAll,
      onColumnAction,
      sortToo,
    ],
  );
  const renderers = useMemo(() => ({ renderRow: rowRenderer(base) }), [base]);
  const columnNamed = (name: string | undefined) => columns.find((column) => column.name === name);

  const cells = useCells({
    ...{ grid, gridded, source, base, columns, relations, rowHeight },
    rowCount: loading ? 0 : count,
    ends: pages.count?.exact === true && base + source.length >= pages.length,
    rowsView: props.view,
  });

  const onKeyDown = (args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent) => {
    if (groupKey(args, event) || cells.onKeyDown(args, event)) return;
    if (args.mode === 'EDIT' || !args.row || !isRecord(args.row)) return;
    const { row } = args;
    const column = columnNamed(args.column?.key);
    const stop = () => {
      event.preventGridDefault();
      event.preventDefault();
    };
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === ' ' && plain) {
      stop();
      const key = keyOf(table, row);
      if (args.column?.key === selectKey || event.shiftKey) {
        const text = rowKeyText(table, row);
        onTick(args.rowIdx, row, !selection.has(text), false);
      } else if (key && keyText(key) === openKey) document.getElementById(recordPlaceId)?.focus();
      else if (key) openRecord(key);
    } else if (column && plain && (event.key === 'Enter' || event.key === 'F2' || event.key.length === 1)) {
      if (lockReason(table, column)) {
        stop();
        tellLocked(column);
      }
    }
  };

  const onDoubleClick = ({ row, column: { key } }: CellMouseArgs<GridRow>) => {
    const column = columnNamed(key);
    if (column && isRecord(row) && lockReason(table, column)) tellLocked(column);
  };

  const onRowsChange = (changed: GridRow[], { indexes, column }: RowsChangeData<GridRow>) => {
    const row = changed[indexes[0] ?? 0];
    const field = columnNamed(column.key);
    const entered = row?.[draft];
    if (!row || !field || entered === undefined) return;
    const { [draft]: _, ...seen } = row;
    onEntered(seen, field, entered);
  };

  const onActivePositionChange = (args: PositionChangeArgs<GridRow>) => {
    if (!onPosition(args)) return;
    const { row, column } = args;
    // A group's head has no cells to be selected.
    if (row?.[groupHead]) block.clear();
    else cells.onActivePositionChange(args);
    // Ticking rows doesn’t lead the open record along.
    if (column?.key === selectKey) return;
    if (row && isRecord(row)) onActiveRow(keyOf(table, row));
  };

  const sortColumns = order.map(({ column, descending }) => ({
    columnKey: column,
    direction: descending ? ('DESC' as const) : ('ASC' as const),
  }));

  return (
    <>
      <CellMenu cells={cells}>
        <DataGrid
          ref={grid}
          className={styles.grid}
          aria-label={table.title}
          aria-rowcount={loading ? -1 : pages.length + 1 + (props.summary ? 1 : 0)}
          columns={gridded}
          rows={rows}
          bottomSummaryRows={props.summary ? summaryRows : undefined}
          summaryRowHeight={summaryHeight}
          rowHeight={rowHeight}
          headerRowHeight={rowHeight}
          rowClass={(row) => {
            if (row[groupHead]) return styles.headRow;
            const rowKey = isRecord(row) ? rowKeyText(table, row) : '';
            return cx(
              openKey !== undefined && rowKey === openKey && styles.openRow,
              edits.rowPhase(rowKey) === 'deleting' && styles.doomedRow,
            );
          }}
          columnWidths={widths}
          onColumnWidthsChange={setWidths}
          onColumnsReorder={props.onMoveColumn}
          sortColumns={sortColumns}
          onSortColumnsChange={(next: SortColumn[]) => onOrderChange(orderFrom(next))}
          onRowsChange={onRowsChange}
          onCellKeyDown={onKeyDown}
          onCellMouseDown={(args, event) => {
            if (!args.row[groupHead]) cells.onMouseDown(args, event);
          }}
          onCellDoubleClick={onDoubleClick}
          onActivePositionChange={onActivePositionChange}
          renderers={renderers}
          onScroll={(event: UIEvent<HTMLDivElement>) => onScrolled(event.currentTarget)}
        />
      </CellMenu>
      <CellsLayer {...{ cells, grid, gridded }} />
      <BlockFigures source={source} columns={cells.columns} />
      <GridPosition {...{ grid, pages }} rows={windowed} />
    </>
  );
}

/** Draws a row with its number in the whole table. */
function rowRenderer(base: number) {
  return (key: Key, props: RenderRowProps<GridRow>) => (
    <GridRowElement key={key} {...props} aria-rowindex={(props['aria-rowindex'] ?? 0) + base} />
  );
}

function orderFrom(sorted: readonly SortColumn[]): OrderTerm[] {
  return sorted.map(({ columnKey, direction }) => ({ column: columnKey, descending: direction === 'DESC' }));
}

/** The order with a column's part taken one step on: ascending, descending, not at all. */
function toggled(order: readonly OrderTerm[], column: string): OrderTerm[] {
  const present = order.find((term) => term.column === column);
  if (!present) return [...order, { column, descending: false }];
  if (present.descending) return order.filter((term) => term !== present);
  return order.map((term) => (term === present ? { column, descending: true } : term));
}
