import { useCallback, useMemo } from 'react';
import { buildViewQuery } from '@/data/saved-views/saved-views.utils';
import { useSavedViews } from '@/data/saved-views/use-saved-views';
import { useColumnPrefs } from '@/features/grid/columns/use-column-prefs';
import { useCurrentSavedView } from '@/features/saved-views/use-current-saved-view';
import type { Table } from '@/lib/api.gen';
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
  const relations = useRelations(table);
  const view = useCurrentView(table, relations, state, prefs);
  const { kind, columns } = view;
  const columnNames = useMemo(() => columns.map(({ name }) => name), [columns]);
  const rowsView = useRowsView(table, state, columns, relations, view.needs);
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
    ...{ state, change, relations, view, rowsView, query },
    ...{ columnNames, setColumns, prefs, setPrefs, saved, savedView },
  };
}

export type TablePageState = ReturnType<typeof useTablePage>;
