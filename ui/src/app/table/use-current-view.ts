import { useMemo } from 'react';
import { calendarSource } from '@/data/layouts/calendar-events';
import type { ColumnPrefs } from '@/data/layouts/column-prefs';
import { visibleColumns } from '@/data/layouts/columns.utils';
import {
  defaultFields,
  defaultViewColumn,
  isDateColumn,
  positionColumn,
  viewColumns,
} from '@/data/layouts/views.utils';
import type { ViewNeeds } from '@/data/paging/rows-view';
import type { TablePageState } from '@/data/query/table-page-state';
import type { ViewKind } from '@/data/query/view-ref.utils';
import type { Relation } from '@/data/relations/references';
import type { Column, Table } from '@/lib/api.gen';
import { useHasFewValues } from './use-has-few-values';

/** The view that a page shows, once its address has met the table. */
export interface CurrentView {
  kind: ViewKind;
  /** The views that the tabs offer. */
  availableKinds: readonly ViewKind[];
  /** The column by which it is arranged, and the possible ones; none for the grid. */
  column: Column | undefined;
  choices: readonly Column[];
  /** What stands before that column's title where it is chosen. */
  label: string;
  /** What is shown of a row: a grid's columns, a card's fields. */
  columns: readonly Column[];
  needs: ViewNeeds;
}

const kinds: readonly ViewKind[] = ['grid', 'board', 'gallery', 'calendar'];
const labels: Record<ViewKind, string> = {
  grid: '',
  board: 'Lanes by',
  gallery: 'Pictures from',
  calendar: 'Days by',
};

const noColumns: readonly Column[] = [];

/** The view that the address names, if the table allows it; else its grid. */
export function useCurrentView(
  table: Table,
  relations: ReadonlyMap<string, Relation>,
  { view, select }: TablePageState,
  prefs: ColumnPrefs,
): CurrentView {
  const all = useMemo(() => viewColumns(table, relations), [table, relations]);
  const isOfferedAnyway = defaultViewColumn(table, 'board', all.board, () => false) !== undefined;
  const hasFewValues = useHasFewValues(isOfferedAnyway ? noColumns : all.board, relations);
  return useMemo(() => {
    const startOf = (kind: ViewKind) => defaultViewColumn(table, kind, all[kind], hasFewValues);
    const chosen = all[view.kind].find(({ name }) => name === view.column) ?? startOf(view.kind);
    const kind = chosen ? view.kind : 'grid';
    const availableKinds = kinds.filter((each) => each === 'grid' || each === kind || startOf(each));
    const choices = all[kind];
    const column = kind === 'grid' ? undefined : chosen;
    const shared = { kind, availableKinds, column, choices, label: labels[kind] };
    if (!column) {
      return { ...shared, columns: visibleColumns(table, select ?? prefs.select), needs: {} };
    }
    const fields = select ?? prefs.fields ?? defaultFields(table, relations, [column.name]);
    // Where nothing on a card would say more than its title, it has that alone.
    const shown = fields.length > 0 ? visibleColumns(table, fields) : [];
    const position = kind === 'board' ? positionColumn(table) : undefined;
    if (kind === 'calendar') {
      const colour = all.board.find((each) => each.kind === 'enum');
      const needed = [column, calendarSource(table, column)?.endColumn, colour];
      const own = select ?? prefs.fields;
      const columns = shown.filter((each) => own || !isDateColumn(each));
      return {
        ...shared,
        columns,
        needs: { columns: needed.flatMap((each) => (each ? [each.name] : [])) },
      };
    }
    return {
      ...shared,
      columns: shown,
      needs: {
        columns: [column.name, ...(position ? [position.name] : [])],
        order: position && [{ column: position.name, descending: false }],
      },
    };
  }, [table, relations, all, hasFewValues, view.kind, view.column, select, prefs.select, prefs.fields]);
}
