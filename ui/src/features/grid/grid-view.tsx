import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { ColumnPrefs } from '@/data/layouts/column-prefs';
import { moveColumn } from '@/data/layouts/columns.utils';
import { noneClosed } from '@/data/paging/groups/groups.utils';
import { type PagedRows, usePages } from '@/data/paging/segments/use-pages';
import { copyRow, type EnteredFields } from '@/data/rows/record-form.utils';
import { completeRowQuery } from '@/data/rows/record-query';
import type { OrderTerm, Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { rowsMessages } from '@/data/rows/rows-messages';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import type { NewFilterState } from '@/table/filters/new-filter-state';
import { useTable } from '@/table/table-context';
import { RowTotal } from '@/table/view/row-total';
import type { ViewProps } from '@/table/view/view-props';
import type { ColumnAction } from './columns/column-menu';
import { useGridRelations } from './columns/use-grid-relations';
import { gridMessages as messages } from './grid-messages';
import { countGroupedRows, GroupTotal } from './group/group-total';
import { InvalidGroupsNotice } from './group/invalid-groups-notice';
import { useGroupedPages } from './group/use-grouped-pages';
import { type GridGrouping, useGrouping } from './group/use-grouping';
import { GoToRowButton } from './position/go-to-row-button';
import { RowsArea } from './rows-area';
import { RowSizeMenu } from './size/row-size-menu';
import { SummaryProvider } from './summary/summary-provider';
import { SummaryToggle } from './summary/summary-toggle';

export interface GridViewProps extends ViewProps {
  prefs: ColumnPrefs;
  setPrefs: (changes: Partial<ColumnPrefs>) => void;
  /** Sets the visible columns and their order. */
  setColumns: (columnNames: readonly string[]) => void;
  /** Opens the editor of a new filter. */
  setAdding: (state: NewFilterState) => void;
}

/** Shows the rows of a table as a grid; on a phone as a list of cards. */
export function GridView(props: GridViewProps) {
  const { Layout, rowsView, columns, state, change, prefs, setPrefs, setColumns, narrow } = props;
  const { table } = useTable();
  const relations = useGridRelations(table, props.relations);
  const grouped = useGrouping(rowsView, state, change);
  const view = grouped?.view ?? rowsView;
  const rows = usePages(table, view);
  const pages = useGroupedPages(rows, grouped);
  const groupedCount = grouped && countGroupedRows(grouped);
  const count = !grouped
    ? pages.count
    : groupedCount === undefined
      ? undefined
      : { count: groupedCount, exact: true };
  const [copy, duplicate] = useDuplicateRow(props);
  const columnNames = columns.map(({ name }) => name);
  const onColumnAction = useColumnActions(props, columnNames);
  useRowShortcuts();
  return (
    <Layout
      {...props}
      rowsView={view}
      sequence={rows}
      start={copy}
      total={<GridTotal {...{ rows, pages, grouped, view, prefs, setPrefs, narrow }} />}
      matchingRows={{ filters: rowsView.filters, count }}
    >
      {grouped && <InvalidGroupsNotice {...{ grouped, state, change }} />}
      <SummaryProvider
        {...{ columns, prefs, setPrefs }}
        filters={rowsView.filters}
        source={pages}
        total={count?.exact ? count.count : undefined}
      >
        <RowsArea
          {...{ columns, relations, pages, state, change, prefs, setPrefs, onColumnAction }}
          view={view}
          groupedBy={grouped?.column.name}
          openKey={Array.isArray(state.record) ? formatKeyText(state.record) : undefined}
          showCards={narrow}
          onCreate={props.onCreate}
          onDuplicate={props.onCreate && duplicate}
          onDelete={props.onDelete}
          onOrderChange={(order) => change({ order })}
          onMoveColumn={(moved, target) => setColumns(moveColumn(columnNames, moved, target))}
        />
      </SummaryProvider>
    </Layout>
  );
}

interface GridTotalProps extends Pick<GridViewProps, 'prefs' | 'setPrefs' | 'narrow'> {
  /** The rows, without the heads of groups. */
  rows: PagedRows;
  /** The rows with the heads of their groups. */
  pages: PagedRows;
  grouped: GridGrouping | undefined;
  view: RowsView;
}

/** The number of rows in the status bar, with the buttons beside it. */
function GridTotal({ rows, pages, grouped, view, prefs, setPrefs, narrow }: GridTotalProps) {
  return (
    <>
      {grouped ? <GroupTotal grouped={grouped} /> : <RowTotal pages={pages} />}
      {!narrow && (
        <>
          <GoToRowButton pages={rows} view={view} />
          <RowSizeMenu {...{ prefs, setPrefs }} />
          <SummaryToggle
            isVisible={prefs.summaryShown === true}
            onChange={(summaryShown) => setPrefs({ summaryShown })}
          />
        </>
      )}
    </>
  );
}

/** Lists the shortcuts of rows in the sheet that `?` opens. The grid's own key handlers run them. */
function useRowShortcuts() {
  const { table: group, columnMenu, openRecord, expandCell } = messages.shortcuts;
  useShortcut({ keys: 'alt+arrowdown', label: columnMenu, group });
  useShortcut({ keys: 'space', label: openRecord, group });
  useShortcut({ keys: 'shift+enter', label: expandCell, group });
}

/** Returns the values of the row to duplicate, with which the form for a new record starts, and a function that duplicates a row. */
function useDuplicateRow({ state, change }: GridViewProps) {
  const { table } = useTable();
  const client = useQueryClient();
  const [copy, setCopy] = useState<EnteredFields>();
  const isNew = state.record === 'new';
  useEffect(() => {
    if (!isNew) setCopy(undefined);
  }, [isNew]);
  const duplicate = async (row: Row) => {
    try {
      // Reads the row again, since a view reads only some of the columns.
      const fullRow = await client.query(completeRowQuery(table, getRowKey(table, row) ?? []));
      if (!fullRow) throw new Error(rowsMessages.incompleteRow);
      setCopy(copyRow(table, fullRow));
      change({ record: 'new' });
    } catch (error) {
      toast.error(error, messages.rowLoadFailed);
    }
  };
  return [copy, (row: Row) => void duplicate(row)] as const;
}

/** Returns the function that runs an action of a column's menu: sorts, filters, groups, pins, moves or hides the column. `columnNames` are the shown columns in their order. */
function useColumnActions(
  { state, change, prefs, setPrefs, setColumns, setAdding }: GridViewProps,
  columnNames: readonly string[],
) {
  const setOrder = (order: readonly OrderTerm[]) => change({ order });
  const setPinned = (name: string, pinned: boolean) =>
    setPrefs({ pinned: [...prefs.pinned.filter((other) => other !== name), ...(pinned ? [name] : [])] });
  return ({ name }: Column, action: ColumnAction) => {
    const others = state.order.filter((term) => term.column !== name);
    const moveBy = (step: number) =>
      moveColumn(columnNames, name, columnNames[columnNames.indexOf(name) + step] ?? name);
    switch (action) {
      case 'sort-asc':
      case 'sort-desc':
        return setOrder([{ column: name, descending: action === 'sort-desc' }]);
      case 'sort-none':
        return setOrder(others);
      case 'filter':
        return setAdding({ column: name });
      case 'group':
        return change({ group: { column: name, closed: noneClosed } });
      case 'ungroup':
        return change({ group: undefined });
      case 'pin':
      case 'unpin':
        return setPinned(name, action === 'pin');
      case 'left':
        return setColumns(moveBy(-1));
      case 'right':
        return setColumns(moveBy(1));
      case 'hide':
        return columnNames.length > 1 ? setColumns(columnNames.filter((other) => other !== name)) : undefined;
    }
  };
}
