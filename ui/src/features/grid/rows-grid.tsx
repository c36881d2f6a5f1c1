import './iterator-helpers';
import 'react-data-grid/lib/styles.css';
import { type Key, type RefObject, use, useCallback, useMemo, useRef, useState } from 'react';
import { DataGrid, type DataGridHandle, type RenderRowProps } from 'react-data-grid';
import type { ColumnPrefs, RowSize } from '@/data/layouts/column-prefs';
import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import type { Relation } from '@/data/relations/references';
import type { OrderTerm } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import type { Column } from '@/lib/api.gen';
import { idleComponent, LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { cx } from '@/lib/text/cx';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import { ColorRulesContext } from '@/table/colors/color-rules-context';
import type { EditedRow } from '@/table/position/edited-row';
import { useRowWindow } from '@/table/position/use-row-window';
import { useTable } from '@/table/table-context';
import { CellMenu } from './block/cell-menu';
import { CellsLayer } from './block/cells-layer';
import { useCellInteraction } from './block/use-cell-interaction';
import type { ExpandedCellProps } from './cell/expanded-cell';
import type { EnterValueHandler } from './cell/use-cell-entry';
import { useCellTitles } from './cell/use-cell-titles';
import { useRowTicking } from './cell/use-row-ticking';
import type { ColumnAction } from './columns/column-menu';
import { useColumnWidths } from './columns/use-column-prefs';
import { useGridColumns } from './columns/use-grid-columns';
import { useGridSorting } from './columns/use-grid-sorting';
import { useValueWidths } from './columns/use-value-widths';
import { StickyGroup } from './group/sticky-group';
import { useGridHandlers } from './handlers/use-grid-handlers';
import type { RowActionsOptions } from './handlers/use-row-actions';
import { GridPosition } from './position/grid-position';
import { useTableEndKeys } from './position/use-table-end-keys';
import { RowElement } from './row-element';
import styles from './rows-grid.module.css';
import { useRowHeights, useStableFirstRow } from './size/row-size';
import type { BlockFiguresProps } from './summary/block-figures';
import { useRemovalTransition } from './transition/use-removal-transition';
import { useGridRows } from './use-grid-rows';
import { useGridViewport } from './use-grid-viewport';
import { useRowClass } from './use-row-class';
import { useVerticalScrolling } from './use-vertical-scrolling';

export interface RowsGridProps extends RowActionsOptions {
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  pages: PagedRows;
  /** The view that the pages are read by. */
  view: RowsView;
  order: readonly OrderTerm[];
  pinned: ReadonlySet<string>;
  /** The name of the column by which rows are grouped. */
  groupedBy: string | undefined;
  /** Widths that the user chose. The others are computed from the data. */
  widths: ColumnPrefs['widths'];
  rowSize: RowSize;
  /** Whether texts in tall rows are wrapped. */
  wraps: boolean;
  /** The text of the open record's key. */
  openKey: string | undefined;
  /** Shows the row of summaries below the rows. */
  hasSummary: boolean;
  onOrderChange: (order: readonly OrderTerm[]) => void;
  onWidthsChange: (widths: ColumnPrefs['widths']) => void;
  onMoveColumn: (moved: string, target: string) => void;
  onColumnAction: (column: Column, action: ColumnAction) => void;
  onEntered: EnterValueHandler;
  /** Called when the active cell moves to another row, with the row's key. */
  onActiveRow: (key: readonly KeyValue[] | undefined) => void;
}

const ExpandedCell = lazyComponent<ExpandedCellProps>(
  async () => (await import('./cell/expanded-cell')).ExpandedCell,
);

const BlockFigures = idleComponent<BlockFiguresProps>(
  async () => (await import('./summary/block-figures')).BlockFigures,
);

/** The row of summaries. It has no data, since its cells read their values from SummaryContext. */
const summaryRows: readonly unknown[] = [null];

/** The height of the row of summaries in pixels: two lines, since narrow columns have no room for name and value in one. */
const summaryHeight = 44;

/** Shows rows as a virtual grid with editing, selection, grouping and summaries. */
export function RowsGrid(props: RowsGridProps) {
  const { relations, pages, groupedBy, openKey, hasSummary } = props;
  const { table } = useTable();
  const grid = useRef<DataGridHandle>(null);
  const scroller = useCallback(() => grid.current?.element ?? null, []);
  const { rowHeight, headerHeight } = useRowHeights(props.rowSize);
  useStableFirstRow(scroller, rowHeight);
  const wrapsText = props.rowSize === 'tall' && props.wraps;
  const model = useGridModel(props, grid, { rowHeight, wrapsText });
  const { rowWindow, gridColumns, rows, cells, ticking, sorting } = model;
  const { source, base } = rowWindow;
  useVerticalScrolling(grid);
  useTableEndKeys(grid, pages);
  useCellTitles({ ...{ grid, gridColumns, relations, source, base }, columns: props.columns });
  useRemovalTransition({
    ...{ source, rowHeight },
    visibleRange: rowWindow.visibleRange,
    findRowElement: (index) =>
      grid.current?.element?.querySelector(`.rdg-row[aria-rowindex="${base + index + 2}"]`),
  });
  const handlers = useGridHandlers(props, { grid, rowWindow, cells, ticking });
  const rowClass = useRowClass(openKey);
  const renderers = useMemo(() => ({ renderRow: createRowRenderer(base) }), [base]);
  const [columnWidths, onColumnWidthsChange] = useColumnWidths(props.widths, props.onWidthsChange);
  return (
    <>
      <CellMenu {...{ cells, source, base }} onDuplicate={props.onDuplicate} onDelete={props.onDelete}>
        <DataGrid
          ref={grid}
          className={cx(styles.grid, groupedBy !== undefined && styles.grouped, wrapsText && styles.wrapped)}
          aria-label={table.title}
          aria-rowcount={pages.count ? pages.length + 1 + (hasSummary ? 1 : 0) : -1}
          columns={gridColumns}
          bottomSummaryRows={hasSummary ? summaryRows : undefined}
          summaryRowHeight={summaryHeight}
          headerRowHeight={headerHeight}
          rowClass={rowClass}
          onColumnsReorder={props.onMoveColumn}
          {...{ rows, rowHeight, columnWidths, onColumnWidthsChange, renderers }}
          {...sorting.handlers}
          {...handlers.cells}
        />
      </CellMenu>
      <StickyGroup
        {...{ scroller, rowHeight, relations }}
        rows={rowWindow}
        className={cx(styles.sticky, !findIdentity(table) && styles.keyless)}
      />
      <CellsLayer {...{ cells, grid, gridColumns }} />
      <LazyDialog open={handlers.expanded !== undefined}>
        {handlers.expanded && <ExpandedCell cell={handlers.expanded} onClose={handlers.closeExpanded} />}
      </LazyDialog>
      <BlockFigures source={source} columns={cells.columns} />
      <GridPosition {...{ grid, pages }} rows={rowWindow} />
    </>
  );
}

/** Returns the grid's rows and columns, and what selects and sorts them. */
function useGridModel(
  props: RowsGridProps,
  grid: RefObject<DataGridHandle | null>,
  { rowHeight, wrapsText }: { rowHeight: number; wrapsText: boolean },
) {
  const { columns, relations, pages, order, pinned, groupedBy, view } = props;
  const { table } = useTable();
  const [editedRow, onEdited] = useState<EditedRow>();
  // Indexes of the grid are indexes of `source`, whose row 0 is at position `base` in the table.
  const rowWindow = useRowWindow({ scroller: grid, pages, rowHeight, editedRow, defersPosition: true });
  const { source, base } = rowWindow;
  const ticking = useRowTicking({ source, base, isPositionKnown: pages.isPositionKnown, view });
  const sorting = useGridSorting(order, props.onOrderChange);
  const gridColumns = useGridColumns({
    ...{ table, columns, relations, order, pinned, groupedBy, wrapsText, onEdited, ...ticking },
    valueWidths: useValueWidths(source, pages, columns),
    hasMarks: use(ColorRulesContext) !== undefined,
    availableWidth: useGridViewport(grid, rowWindow.onScrolled),
    onAction: props.onColumnAction,
    onAddSort: sorting.toggleColumn,
  });
  const rows = useGridRows(source, pages.count === undefined);
  const cells = useCellInteraction({
    ...{ grid, gridColumns, source, base, columns, relations, rowHeight },
    rowCount: pages.count ? rows.length : 0,
    isEndKnown: pages.count?.exact === true && base + source.length >= pages.length,
    rowsView: view,
  });
  return { rowWindow, gridColumns, rows, cells, ticking, sorting };
}

/** Returns a function that renders a row with its position in the table, as `base` rows before the grid's aren't in it. */
function createRowRenderer(base: number) {
  return (key: Key, props: RenderRowProps<GridRow>) => <RowElement key={key} {...props} base={base} />;
}
