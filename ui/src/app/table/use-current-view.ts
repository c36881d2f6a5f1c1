import { useMemo } from 'react';
import { calendarSource } from '@/data/layouts/calendar.utils';
import { shownColumns } from '@/data/layouts/columns.utils';
import { defaultFields, isDay, positionColumn, startColumn, viewColumns } from '@/data/layouts/views.utils';
import type { PageState } from '@/data/query/page-state.utils';
import type { ViewKind } from '@/data/query/view-ref.utils';
import type { Relation } from '@/data/relations/references';
import type { ColumnPrefs } from '@/features/grid/columns/use-column-prefs';
import type { Column, Table } from '@/lib/api.gen';
import type { ViewNeeds } from '@/table/use-rows-view';
import { useFewValues } from './use-few-values';

/** The view that a page shows, once its address has met the table. */
export interface CurrentView {
  kind: ViewKind;
  /** The views that the tabs offer. */
  offered: readonly ViewKind[];
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
  { view, select }: PageState,
  prefs: ColumnPrefs,
): CurrentView {
  const all = useMemo(() => viewColumns(table, relations), [table, relations]);
  const isOfferedAnyway = startColumn(table, 'board', all.board, () => false) !== undefined;
  const hasFewValues = useFewValues(isOfferedAnyway ? noColumns : all.board, relations);
  return useMemo(() => {
    const startOf = (kind: ViewKind) => startColumn(table, kind, all[kind], hasFewValues);
    const chosen = all[view.kind].find(({ name }) => name === view.column) ?? startOf(view.kind);
    const kind = chosen ? view.kind : 'grid';
    const offered = kinds.filter((each) => each === 'grid' || each === kind || startOf(each));
    const choices = all[kind];
    const column = kind === 'grid' ? undefined : chosen;
    const shared = { kind, offered, column, choices, label: labels[kind] };
    if (!column) {
      return { ...shared, columns: shownColumns(table, select ?? prefs.select), needs: {} };
    }
    const fields = select ?? prefs.fields ?? defaultFields(table, relations, [column.name]);
    // Where nothing on a card would say more than its title, it has that alone.
    const shown = fields.length > 0 ? shownColumns(table, fields) : [];
    const position = kind === 'board' ? positionColumn(table) : undefined;
    if (kind === 'calendar') {
      const colour = all.board.find((each) => each.kind === 'enum');
      const needed = [column, calendarSource(table, column)?.end, colour];
      const own = select ?? prefs.fields;
      const columns = shown.filter((each) => own || !isDay(each));
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
