import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Table } from '@/lib/api.gen';
import { useSchema, useUser } from '@/lib/session';
import { browserViewStorage, useBrowserViews } from './browser-views';
import { projectViewStorage, savedViewsQuery, viewsTable } from './project-views';
import type { SavedView, ViewDraft, ViewStorage } from './saved-views.utils';

export interface SavedViews {
  /** Those of this person, in their order: in the project first, then in this browser. */
  ownViews: readonly SavedView[];
  /** Those that others share. */
  sharedViews: readonly SavedView[];
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
      ownViews: all.filter(({ isOwn }) => isOwn),
      sharedViews: all.filter(({ isOwn }) => !isOwn),
      error,
      retry: () => void refetch(),
    };
  }, [data, kept, schema, name, error, refetch]);
}

export interface SavedViewStorage extends ViewStorage {
  /** Whether the project has a table for views. */
  isInstalled: boolean;
  /** Whether a new view goes to the project, where it can be shared. */
  canSaveToProject: boolean;
  /** Moves a view of this browser to the project. */
  moveToProject: (view: SavedView) => Promise<void>;
}

/** How a table's saved views are changed: each where it is kept. */
export function useViewStorage(mine: readonly SavedView[]): SavedViewStorage {
  const user = useUser();
  const table = viewsTable(useSchema());
  const client = useQueryClient();
  const browser = useMemo(() => browserViewStorage(user.id), [user.id]);
  return useMemo(() => {
    const kept = mine.filter(({ row }) => row !== undefined);
    const project = table && projectViewStorage(table, client, kept);
    const placeOf = (view: SavedView) => (view.row && project ? project : browser);
    const canSaveToProject = project !== undefined && table?.privileges.insert === true;
    const create = (view: ViewDraft) => (canSaveToProject ? project : browser).create(view);
    return {
      isInstalled: table !== undefined,
      canSaveToProject,
      create,
      restore: (view) => placeOf(view).restore(view),
      update: (view, changes) => placeOf(view).update(view, changes),
      remove: (view) => placeOf(view).remove(view),
      move: (view, target) => placeOf(view).move(view, target),
      moveToProject: async (view) => {
        await create(view);
        await browser.remove(view);
      },
    };
  }, [table, client, browser, mine]);
}
