import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import {
  readDashboardDraft,
  removeDashboardDraft,
  storeDashboardDraft,
} from '@/data/dashboards/dashboard-drafts';
import type { Dashboard } from '@/data/dashboards/dashboards';
import { mergeTiles } from '@/data/dashboards/merge-tiles';
import { formatTiles, type Tile } from '@/data/dashboards/tile';
import type { SavedView } from '@/data/saved-views/saved-views.utils';
import { useViewStorage } from '@/data/saved-views/use-saved-views';
import { isRetryable } from '@/data/writes/batches/classify-response';
import { toApiError } from '@/lib/api';
import { useStorageId } from '@/lib/auth/session';
import { getConnection, onConnectionChange } from '@/lib/requests/connection';
import { dashboardMessages } from './dashboard-messages';

/** The changes of a dashboard that are not saved yet. */
export interface TilesDraft {
  /** All tiles with the changes; undefined if there are none. */
  draft: readonly Tile[] | undefined;
  setDraft: (tiles: readonly Tile[]) => void;
  /**
   * `queued`: the changes are saved when there is a connection. `failed`: they could not be saved; they are saved when the
   * user retries, or when the dashboard is read again with another user's or window's change.
   */
  status: 'queued' | 'failed' | undefined;
  /** Reads the dashboard again, and saves the changes. */
  retry: () => void;
  isRetrying: boolean;
}

/**
 * Returns the tiles that are not saved yet, and saves them. They are stored in the browser until they are saved or rejected.
 * If the dashboard was saved elsewhere meanwhile, merges both and saves again.
 */
export function useTilesDraft(dashboard: Dashboard): TilesDraft {
  const storage = useViewStorage([dashboard.view]);
  const userId = useStorageId();
  const { draft, setDraft, setSentQuery } = useMergedDraft(dashboard, userId);
  /** The view that could not be changed: saving waits until it is read again. */
  const [blockedView, setBlockedView] = useState<SavedView>();
  const [isQueued, setQueued] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ tiles, view }: { tiles: readonly Tile[]; view: SavedView }) =>
      storage.update(view, { query: formatTiles(tiles) }),
    onSuccess: (_, { tiles }) => {
      removeDashboardDraft(userId, dashboard);
      setDraft((current) => (current === tiles ? undefined : current));
    },
    onError: (thrown, { tiles, view }) => {
      const error = toApiError(thrown);
      // The storage reads the view again after an error. If this fails too, the view remains blocked.
      if (error.code === 'view_changed') return setBlockedView(view);
      if (isRetryable(error) && storeDashboardDraft(userId, dashboard, draft ?? tiles)) {
        const isOutage = ['offline', 'unreachable'].includes(error.code);
        return isOutage ? setQueued(getConnection().state !== 'online') : setBlockedView(view);
      }
      setDraft(undefined);
      removeDashboardDraft(userId, dashboard);
      toast.error(error, dashboardMessages.results.saveFailed);
    },
  });
  useEffect(() => onConnectionChange(({ state }) => state === 'online' && setQueued(false)), []);
  const isBlocked = blockedView === dashboard.view;
  useEffect(() => {
    if (!draft) return;
    storeDashboardDraft(userId, dashboard, draft);
    if (isPending || isQueued || isBlocked) return;
    setSentQuery(formatTiles(draft));
    mutate({ tiles: draft, view: dashboard.view });
  }, [draft, isPending, isQueued, isBlocked, mutate, setSentQuery, userId, dashboard]);
  const reload = useMutation({
    mutationFn: storage.reload,
    onSuccess: () => setBlockedView(undefined),
    onError: (error) => toast.error(error, dashboardMessages.results.saveFailed),
  });
  return {
    ...{ draft, setDraft, isRetrying: reload.isPending, retry: () => reload.mutate() },
    status: !draft ? undefined : isQueued ? 'queued' : isBlocked && !isPending ? 'failed' : undefined,
  };
}

/** Returns the changed tiles as state. If the dashboard was saved elsewhere, merges both. */
function useMergedDraft(dashboard: Dashboard, userId: string) {
  const [draft, setDraft] = useState(() =>
    dashboard.isOwn ? readDashboardDraft(userId, dashboard) : undefined,
  );
  /** The dashboard of which the draft is a change. */
  const [base, setBase] = useState(dashboard);
  /** The query of the last save. If it is the stored one, the draft already contains what was saved. */
  const [sentQuery, setSentQuery] = useState<string>();
  if (base.view.query !== dashboard.view.query) {
    setBase(dashboard);
    if (draft && dashboard.view.query !== sentQuery) setDraft(mergeTiles(base.tiles, draft, dashboard.tiles));
  }
  return { draft, setDraft, setSentQuery };
}
