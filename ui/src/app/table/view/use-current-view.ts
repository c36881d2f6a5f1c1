import { useMemo } from 'react';
import { isReport } from '@/data/charts/chart-columns';
import { getCalendarSource } from '@/data/layouts/calendar-source';
import type { ColumnPrefs } from '@/data/layouts/column-prefs';
import { listVisibleColumns } from '@/data/layouts/columns.utils';
import {
  findDefaultViewColumn,
  findPositionColumn,
  isDateColumn,
  listDefaultFields,
  listViewArrangements,
} from '@/data/layouts/views.utils';
import type { ViewNeeds } from '@/data/paging/rows-view';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import { gridView, type ViewKind } from '@/data/query/page-state/view-ref.utils';
import type { Relation } from '@/data/relations/references';
import { listReadableColumns } from '@/data/rows/readable-columns';
import type { Column, Table } from '@/lib/api.gen';
import { tablePageMessages as messages } from '../table-page-messages';
import { useHasFewValues } from '../use-has-few-values';

/** The view that a page shows: the view in the URL as far as the table allows it. */
export interface CurrentView {
  kind: ViewKind;
  /** The kinds of views that the tabs offer. */
  availableKinds: readonly ViewKind[];
  /** The column of the lanes, pictures or days; undefined for the grid. */
  column: Column | undefined;
  /** The columns that can replace `column`. */
  choices: readonly Column[];
  /** The text before the column's title on the button that changes it. */
  label: string;
  /** The visible columns of a row: the columns of a grid, the fields of a card. */
  columns: readonly Column[];
  needs: ViewNeeds;
}

const kinds: readonly ViewKind[] = ['grid', 'board', 'gallery', 'calendar', 'chart'];
const labels: Record<ViewKind, string> = {
  grid: '',
  board: messages.lanesBy,
  gallery: messages.picturesFrom,
  calendar: messages.daysBy,
  chart: '',
};

const noColumns: readonly Column[] = [];

/** Returns the view in the URL if the table's columns allow it, otherwise the grid. */
export function useCurrentView(
  table: Table,
  relations: ReadonlyMap<string, Relation>,
  { view, select }: TablePageState,
  prefs: ColumnPrefs,
): CurrentView {
  const all = useMemo(() => listViewArrangements(table, relations), [table, relations]);
  const isOfferedAnyway = findDefaultViewColumn(table, 'board', all.board, () => false) !== undefined;
  const hasFewValues = useHasFewValues(isOfferedAnyway ? noColumns : all.board, relations);
  return useMemo(() => {
    const isChart = view.kind === 'chart' || (view === gridView && isReport(table));
    const canChart = listReadableColumns(table).length > 0;
    const findDefaultColumn = (kind: ViewKind) => findDefaultViewColumn(table, kind, all[kind], hasFewValues);
    const chosen = all[view.kind].find(({ name }) => name === view.column) ?? findDefaultColumn(view.kind);
    const kind = isChart && canChart ? 'chart' : chosen ? view.kind : 'grid';
    const availableKinds = kinds.filter(
      (each) => each === 'grid' || each === kind || (each === 'chart' ? canChart : findDefaultColumn(each)),
    );
    const choices = all[kind];
    const column = kind === 'grid' || kind === 'chart' ? undefined : chosen;
    const shared = { kind, availableKinds, column, choices, label: labels[kind] };
    if (!column) {
      return { ...shared, columns: listVisibleColumns(table, select ?? prefs.select), needs: {} };
    }
    const fields = select ?? prefs.fields ?? listDefaultFields(table, relations, [column.name]);
    // Without other fields, a card shows only its title.
    const fieldColumns = fields.length > 0 ? listVisibleColumns(table, fields) : [];
    const position = kind === 'board' ? findPositionColumn(table) : undefined;
    if (kind === 'calendar') {
      const colorColumn = all.board.find((each) => each.kind === 'enum');
      const neededColumns = [column, getCalendarSource(table, column)?.endColumn, colorColumn];
      const chosenFields = select ?? prefs.fields;
      const columns = fieldColumns.filter((each) => chosenFields || !isDateColumn(each));
      return {
        ...shared,
        columns,
        needs: { columns: neededColumns.flatMap((each) => (each ? [each.name] : [])) },
      };
    }
    return {
      ...shared,
      columns: fieldColumns,
      needs: {
        columns: [column.name, ...(position ? [position.name] : [])],
        order: position && [{ column: position.name, descending: false }],
      },
    };
  }, [table, relations, all, hasFewValues, view, select, prefs.select, prefs.fields]);
}
