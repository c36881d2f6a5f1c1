import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { useSchema, useStorageId, useUser } from '@/lib/auth/session';
import { createBrowserViewStorage, useBrowserViews } from './browser-views';
import { isDashboardView } from './dashboard-scope';
import { createProjectViewStorage, findViewsTable, savedViewsQuery, viewsTableName } from './project-views';
import type { SavedView, ViewDraft, ViewStorage } from './saved-views.utils';

export interface SavedViews {
  /** The user's views, in their order: those in the project, then those in this browser. */
  ownViews: readonly SavedView[];
  /** The views that other users share. */
  sharedViews: readonly SavedView[];
  /** Whether the project's views are not loaded yet. */
  isPending: boolean;
  /**
   * The error of loading the project's views for the first time. The views in this browser are available nevertheless, and
   * the loaded ones after a failed refresh.
   */
  error: Error | null;
  retry: () => void;
}

/** Returns the saved views of a table, or of all tables, without dashboards. */
export function useSavedViews(table?: Pick<Table, 'schema' | 'name'>): SavedViews {
  const user = useUser();
  const query = useQuery(savedViewsQuery(findViewsTable(useSchema()), user.id));
  const { data, error, refetch, isLoading } = query;
  const browserViews = useBrowserViews(useStorageId());
  const schema = table?.schema;
  const name = table?.name;
  return useMemo(() => {
    const all = [...(data ?? []), ...browserViews].filter((view) =>
      schema === undefined ? !isDashboardView(view) : view.schema === schema && view.table === name,
    );
    return {
      ownViews: all.filter(({ isOwn }) => isOwn),
      sharedViews: all.filter(({ isOwn }) => !isOwn),
      isPending: isLoading,
      error: data === undefined ? error : null,
      retry: () => void refetch(),
    };
  }, [data, browserViews, schema, name, isLoading, error, refetch]);
}

export interface SavedViewStorage extends ViewStorage {
  /** Whether the project has a table for views. */
  isInstalled: boolean;
  /** Whether new views are saved in the project, where they can be shared. */
  canSaveToProject: boolean;
  /** Moves a view from this browser to the project. */
  moveToProject: (view: SavedView) => Promise<void>;
  /** Reads the project's views again. Throws ApiError. */
  reload: () => Promise<void>;
}

/** Returns the functions that change a table's saved views, each in its storage. `ownViews` are the user's views of the table. */
export function useViewStorage(ownViews: readonly SavedView[]): SavedViewStorage {
  const table = findViewsTable(useSchema());
  const client = useQueryClient();
  const storageId = useStorageId();
  const browser = useMemo(() => createBrowserViewStorage(storageId), [storageId]);
  return useMemo(() => {
    const projectViews = ownViews.filter(({ row }) => row !== undefined);
    const project = table && createProjectViewStorage(table, client, projectViews);
    const chooseStorage = (view: SavedView) => (view.row && project ? project : browser);
    const canSaveToProject = project !== undefined && table?.privileges.insert === true;
    const create = (view: ViewDraft) => (canSaveToProject ? project : browser).create(view);
    return {
      isInstalled: table !== undefined,
      canSaveToProject,
      create,
      restore: (view) => chooseStorage(view).restore(view),
      update: (view, changes) => chooseStorage(view).update(view, changes),
      remove: (view) => chooseStorage(view).remove(view),
      move: (view, target) => chooseStorage(view).move(view, target),
      moveToProject: async (view) => {
        // The address of a dashboard contains its id. Other ids are no UUIDs.
        await create({ ...view, id: isDashboardView(view) ? view.id : undefined });
        await browser.remove(view);
      },
      reload: () =>
        client.refetchQueries({ queryKey: rowKeys.table(viewsTableName) }, { throwOnError: true }),
    };
  }, [table, client, browser, ownViews]);
}
