import { useCallback, useMemo } from 'react';
import type { Table } from '@/lib/api.gen';
import { viewQuery } from '../api/saved-views/saved-views.utils';
import { useSavedViews } from '../api/saved-views/use-saved-views';
import { useArrangement } from './grid/use-column-prefs';
import { useRowsView } from './query/use-rows-view';
import { useCurrentSavedView } from './saved/use-current-saved-view';
import { usePageState } from './use-page-state';
import { useRelations } from './use-relations';
import { useCurrentView } from './views/use-current-view';

/** What a table's page shows: its address, once that has met the table and what its person has arranged. */
export function useTablePage(table: Table) {
  const [state, change] = usePageState();
  const saved = useSavedViews(table);
  const savedView = useCurrentSavedView(table, state, saved);
  const [prefs, setPrefs] = useArrangement(table, state, change, savedView.view !== undefined);
  const relations = useRelations(table);
  const view = useCurrentView(table, relations, state, prefs);
  const { kind, columns } = view;
  const shown = useMemo(() => columns.map(({ name }) => name), [columns]);
  const rowsView = useRowsView(table, state, columns, relations, view.needs);
  const setColumns = useCallback(
    (next: readonly string[] | undefined) => {
      setPrefs(kind === 'grid' ? { select: next } : { fields: next });
      change({ select: next }, { replace: true });
    },
    [kind, setPrefs, change],
  );
  /** The address of what is shown, whole enough to be saved. */
  const query = () => viewQuery(state, columns, prefs);
  return {
    ...{ state, change, relations, view, rowsView, query },
    ...{ shown, setColumns, prefs, setPrefs, saved, savedView },
  };
}

export type TablePageShown = ReturnType<typeof useTablePage>;
