import { useCallback, useMemo } from 'react';
import type { ColumnPrefs } from '@/data/layouts/column-prefs';
import type { ViewNeeds } from '@/data/paging/rows-view';
import { type ColorRule, listRuleColumns } from '@/data/query/colors/color-rules';
import { addLookups, listLookupNames } from '@/data/query/lookups/lookup-columns';
import type { TablePageState as PageState } from '@/data/query/page-state/table-page-state';
import { buildViewQuery } from '@/data/saved-views/saved-views.utils';
import { useSavedViews } from '@/data/saved-views/use-saved-views';
import { useColumnPrefs } from '@/features/grid/columns/use-column-prefs';
import { useCurrentSavedView } from '@/features/saved-views/use-current-saved-view';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { usePageState } from '@/table/use-page-state';
import { useRelations } from '@/table/use-relations';
import { useRowsView } from '@/table/view/use-rows-view';
import { useCurrentView } from './view/use-current-view';

/** Returns what a table's page shows, from its URL, the table's columns, the saved view and the user's column settings. */
export function useTablePage(table: Table) {
  const [state, change] = usePageState();
  const saved = useSavedViews(table);
  const savedView = useCurrentSavedView(table, state, saved);
  const [prefs, setPrefs] = useColumnPrefs(table, state, change, savedView.view !== undefined);
  const viewTable = useViewTable(table, state, prefs);
  const relations = useRelations(viewTable);
  const view = useCurrentView(viewTable, relations, state, prefs);
  const { kind, columns } = view;
  const columnNames = useMemo(() => columns.map(({ name }) => name), [columns]);
  const needs = useMemo(() => addRuleColumns(view.needs, state.colors), [view.needs, state.colors]);
  const rowsView = useRowsView(viewTable, state, columns, relations, needs);
  const setColumns = useCallback(
    (next: readonly string[] | undefined) => {
      setPrefs(kind === 'grid' ? { select: next } : { fields: next });
      change({ select: next }, { replace: true });
    },
    [kind, setPrefs, change],
  );
  /** Returns the query of a URL that contains the whole view, for a saved view or a link. */
  const query = () => buildViewQuery(state, columns, prefs);
  return {
    ...{ viewTable, state, change, relations, view, rowsView, query },
    ...{ columnNames, setColumns, prefs, setPrefs, saved, savedView },
  };
}

/** Adds the columns of color rules to those that a view needs. Returns the same object if there are no rules. */
function addRuleColumns(needs: ViewNeeds, colors: readonly ColorRule[]): ViewNeeds {
  if (colors.length === 0) return needs;
  return { ...needs, columns: [...(needs.columns ?? []), ...listRuleColumns(colors)] };
}

/** Returns the table with the lookups of the page and of the user's columns; the same object as long as these are the same. */
function useViewTable(table: Table, state: PageState, { select, fields }: ColumnPrefs): Table {
  const schema = useSchema();
  const chosen = [...(select ?? []), ...(fields ?? [])];
  const names = listLookupNames({ ...state, select: [...(state.select ?? []), ...chosen] });
  const key = JSON.stringify(names);
  return useMemo(() => addLookups(schema, table, JSON.parse(key)), [schema, table, key]);
}

export type TablePageState = ReturnType<typeof useTablePage>;
