import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Table } from '@/lib/api.gen';
import { useSchema, useUser } from '@/lib/session';
import { browserPlace, useBrowserViews } from './browser-views';
import { projectPlace, savedViewsQuery, viewsTable } from './saved-views';
import type { SavedView, ViewDraft, ViewPlace } from './saved-views.utils';

export interface SavedViews {
  /** Those of this person, in their order: in the project first, then in this browser. */
  mine: readonly SavedView[];
  /** Those that others share. */
  others: readonly SavedView[];
  /** Why those in the project could not be read; the ones in this browser are there. */
  error: Error | null;
  retry: () => void;
}

/** The saved views of a table, or of all. */
export function useSavedViews(of?: Pick<Table, 'schema' | 'name'>): SavedViews {
  const user = useUser();
  const { data, error, refetch } = useQuery(savedViewsQuery(viewsTable(useSchema()), user.id));
  const kept = useBrowserViews(user.id);
  const schema = of?.schema;
  const name = of?.name;
  return useMemo(() => {
    const all = [...(data ?? []), ...kept].filter(
      (view) => schema === undefined || (view.schema === schema && view.table === name),
    );
    return {
      mine: all.filter(({ mine }) => mine),
      others: all.filter(({ mine }) => !mine),
      error,
      retry: () => void refetch(),
    };
  }, [data, kept, schema, name, error, refetch]);
}

export interface ViewWrites extends ViewPlace {
  /** Whether the project has a table for views. */
  installed: boolean;
  /** Whether a new view goes to the project, where it can be shared. */
  inProject: boolean;
  /** Moves a view of this browser to the project. */
  keep: (view: SavedView) => Promise<void>;
}

/** How a table's saved views are changed: each where it is kept. */
export function useViewWrites(mine: readonly SavedView[]): ViewWrites {
  const user = useUser();
  const table = viewsTable(useSchema());
  const client = useQueryClient();
  const browser = useMemo(() => browserPlace(user.id), [user.id]);
  return useMemo(() => {
    const kept = mine.filter(({ row }) => row !== undefined);
    const project = table && projectPlace(table, client, kept);
    const placeOf = (view: SavedView) => (view.row && project ? project : browser);
    const inProject = project !== undefined && table?.privileges.insert === true;
    const create = (view: ViewDraft) => (inProject ? project : browser).create(view);
    return {
      installed: table !== undefined,
      inProject,
      create,
      restore: (view) => placeOf(view).restore(view),
      update: (view, changes) => placeOf(view).update(view, changes),
      remove: (view) => placeOf(view).remove(view),
      move: (view, target) => placeOf(view).move(view, target),
      keep: async (view) => {
        await create(view);
        await browser.remove(view);
      },
    };
  }, [table, client, browser, mine]);
}
