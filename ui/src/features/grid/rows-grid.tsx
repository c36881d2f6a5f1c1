import './iterator-helpers';
import 'react-data-grid/lib/styles.css';
import { type Key, type UIEvent, useCallback, useMemo, useRef, useState } from 'react';
import { DataGrid, type DataGridHandle, Row as GridRowElement, type RenderRowProps } from 'react-data-grid';
import { identityOf } from '@/data/paging/cursor/keyset.utils';
import type { Pages } from '@/data/paging/segments/pages';
import type { KeyValue } from '@/data/query/page-state.utils';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/keys';
import type { OrderTerm } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { media, useMedia } from '@/lib/browser/use-media';
import { cx } from '@/lib/cx';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import type { EditedRow } from '@/table/position/edited-row';
import { useRowWindow } from '@/table/position/use-row-window';
import { useTable } from '@/table/table-context';
import { CellMenu } from './block/cell-menu';
import { CellsLayer } from './block/cells-layer';
import { useCells } from './block/use-cells';
import type { EnterValue } from './cell/use-cell-entry';
import { useTicking } from './cell/use-ticking';
import type { ColumnAction } from './columns/column-menu';
import { type ColumnPrefs, useGridWidths } from './columns/use-column-prefs';
import { useGridColumns } from './columns/use-grid-columns';
import { useGridSorting } from './columns/use-grid-sorting';
import { useValueWidths } from './columns/use-value-widths';
import { StickyGroup } from './group/sticky-group';
import { GridPosition } from './position/grid-position';
import type { RowActionsOptions } from './row-actions';
import styles from './rows-grid.module.css';
import { BlockFigures } from './summary/block-figures';
import { useGridFocus } from './use-grid-focus';
import { useGridRows } from './use-grid-rows';
import { useGridSize } from './use-grid-size';
import { useRowClass } from './use-row-class';

export interface RowsGridProps extends RowActionsOptions {
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
  onEntered: EnterValue;
  /** The active cell went to another row. */
  onActiveRow: (key: readonly KeyValue[] | undefined) => void;
}

/** The one row of summaries; its cells know what they say. */
const summaryRows: readonly unknown[] = [null];

/** A summary has its name over it: in one line narrow columns would cut the number. */
const summaryHeight = 44;

export function RowsGrid(props: RowsGridProps) {
  const { columns, relations, pages, order, pinned, grouped, openKey, summary } = props;
  const { table } = useTable();
  const grid = useRef<DataGridHandle>(null);
  const scroller = useCallback(() => grid.current?.element ?? null, []);
  const rowHeight = useMedia(media.touch) ? 40 : 32;
  const [edited, onEdited] = useState<EditedRow>();
  // Indexes of the grid are indexes of the source, wherever in the table its first row stands.
  const windowed = useRowWindow({ grid, pages, rowHeight, edited });
  const { source, base, onScrolled } = windowed;
  const ticking = useTicking({ source, base, placed: pages.placed, view: props.view });
  const sorting = useGridSorting(order, props.onOrderChange);
  const values = useValueWidths(source, pages, columns);
  const room = useGridSize(grid, onScrolled);
  const gridded = useGridColumns({
    ...{ table, columns, relations, order, pinned, grouped, values, room, onEdited, ...ticking },
    onAction: props.onColumnAction,
    onSortToo: sorting.sortToo,
  });
  const rows = useGridRows(source, pages.count === undefined);
  const cells = useCells({
    ...{ grid, gridded, source, base, columns, relations, rowHeight },
    rowCount: pages.count ? rows.length : 0,
    ends: pages.count?.exact === true && base + source.length >= pages.length,
    rowsView: props.view,
  });
  const focus = useGridFocus(props, { grid, windowed, cells, ticking });
  const rowClass = useRowClass(openKey);
  const renderers = useMemo(() => ({ renderRow: rowRenderer(base) }), [base]);
  const [columnWidths, onColumnWidthsChange] = useGridWidths(props.widths, props.onWidthsChange);
  return (
    <>
      <CellMenu {...{ cells, source, base }} onDuplicate={props.onDuplicate} onDelete={props.onDelete}>
        <DataGrid
          ref={grid}
          className={cx(styles.grid, grouped !== undefined && styles.grouped)}
          aria-label={table.title}
          aria-rowcount={pages.count ? pages.length + 1 + (summary ? 1 : 0) : -1}
          columns={gridded}
          bottomSummaryRows={summary ? summaryRows : undefined}
          summaryRowHeight={summaryHeight}
          headerRowHeight={rowHeight}
          rowClass={rowClass}
          onColumnsReorder={props.onMoveColumn}
          onScroll={(event: UIEvent<HTMLDivElement>) => onScrolled(event.currentTarget)}
          {...{ rows, rowHeight, columnWidths, onColumnWidthsChange, renderers }}
          {...sorting.handlers}
          {...focus}
        />
      </CellMenu>
      <StickyGroup
        {...{ scroller, rowHeight, relations }}
        rows={windowed}
        className={cx(styles.sticky, !identityOf(table) && styles.keyless)}
      />
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
