import { useMemo } from 'react';
import { dashboardScope } from '@/data/saved-views/dashboard-scope';
import type { SavedView } from '@/data/saved-views/saved-views.utils';
import { useSavedViews } from '@/data/saved-views/use-saved-views';
import { parseTiles, type Tile } from './tile';

/** A page of tiles with a name. */
export interface Dashboard {
  id: string;
  name: string;
  tiles: readonly Tile[];
  /** Whether the user created it, and can change it. */
  isOwn: boolean;
  /** The view that stores it. */
  view: SavedView;
}

export interface Dashboards {
  /** The user's dashboards, then those that others share. */
  dashboards: readonly Dashboard[];
  /** The user's views that store dashboards, in their order. */
  ownViews: readonly SavedView[];
  /** Whether the project's dashboards are not loaded yet. */
  isPending: boolean;
  /** The error of loading the project's dashboards. Those in this browser are available nevertheless. */
  error: Error | null;
  retry: () => void;
}

/** Returns the dashboards of the user and those that others share with them. */
export function useDashboards(): Dashboards {
  const { ownViews, sharedViews, isPending, error, retry } = useSavedViews(dashboardScope);
  return useMemo(
    () => ({
      ...{ ownViews, isPending, error, retry },
      dashboards: [...ownViews, ...sharedViews].map((view) => ({
        id: view.id,
        name: view.name,
        tiles: parseTiles(view.query),
        isOwn: view.isOwn,
        view,
      })),
    }),
    [ownViews, sharedViews, isPending, error, retry],
  );
}
