import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import {
  readDashboardDraft,
  removeDashboardDraft,
  storeDashboardDraft,
} from '@/data/dashboards/dashboard-drafts';
import type { Dashboard } from '@/data/dashboards/dashboards';
import { formatTiles, maxTiles, mergeTiles, type Tile, type TileWidth } from '@/data/dashboards/tile';
import type { SavedView } from '@/data/saved-views/saved-views.utils';
import { useViewStorage } from '@/data/saved-views/use-saved-views';
import { toApiError } from '@/lib/api';
import { useSchema, useStorageId } from '@/lib/auth/session';
import { getConnection, onConnectionChange } from '@/lib/requests/connection';
import { dashboardMessages } from './dashboard-messages';
import { describeTile } from './tiles/describe-tile';

const messages = dashboardMessages;

/** The tiles of a dashboard, and the functions that change and save them. */
export interface DashboardTiles {
  dashboard: Dashboard;
  /** The tiles with the changes that are not saved yet. */
  tiles: readonly Tile[];
  /** Whether changes could not be saved without a connection. They are saved when there is one. */
  isQueued: boolean;
  save: (tiles: readonly Tile[]) => void;
  add: (tile: Tile) => void;
  change: (id: string, changes: { title?: string; width?: TileWidth }) => void;
  /** Removes a tile and offers undo. */
  remove: (tile: Tile) => void;
  /** The tile that the user is renaming. */
  renamed: Tile | undefined;
  setRenamed: (tile: Tile | undefined) => void;
}

/** Returns the tiles of a dashboard. A change is visible at once; changes during a save are saved together after it. */
export function useDashboardTiles(dashboard: Dashboard): DashboardTiles {
  const schema = useSchema();
  const { draft, setDraft, isQueued } = useTilesDraft(dashboard);
  const [renamed, setRenamed] = useState<Tile>();
  const tiles = draft ?? dashboard.tiles;
  // An undo can run after later changes.
  const latest = useRef(tiles);
  useEffect(() => {
    latest.current = tiles;
  }, [tiles]);
  const save = (next: readonly Tile[]) => setDraft(next);
  return {
    ...{ dashboard, tiles, isQueued, save, renamed, setRenamed },
    add: (tile) =>
      latest.current.length < maxTiles
        ? save([...latest.current, tile])
        : toast.info(messages.results.tooMany(maxTiles)),
    change: (id, changes) =>
      save(latest.current.map((tile) => (tile.id === id ? { ...tile, ...changes } : tile))),
    remove: (tile) => {
      const index = latest.current.findIndex(({ id }) => id === tile.id);
      save(latest.current.filter(({ id }) => id !== tile.id));
      toast.done(messages.tile.removed(describeTile(schema, tile)), {
        label: messages.tile.undo,
        onClick: () => save(latest.current.toSpliced(index, 0, tile)),
      });
    },
  };
}

/**
 * Returns the tiles that are not saved yet, and saves them. Without a connection, stores them in the browser, and saves them
 * when there is one. If the dashboard was saved elsewhere meanwhile, merges both and saves again.
 */
function useTilesDraft(dashboard: Dashboard) {
  const storage = useViewStorage([dashboard.view]);
  const userId = useStorageId();
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
  /** The view that the server rejected as changed elsewhere. The storage reads it again after that. */
  const [outdatedView, setOutdatedView] = useState<SavedView>();
  const [isQueued, setQueued] = useState(false);
  const discard = () => {
    setDraft(undefined);
    removeDashboardDraft(userId, dashboard);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (tiles: readonly Tile[]) => storage.update(dashboard.view, { query: formatTiles(tiles) }),
    onSuccess: (_, saved) => {
      removeDashboardDraft(userId, dashboard);
      setDraft((current) => (current === saved ? undefined : current));
    },
    onError: (error, tiles) => {
      const { code } = toApiError(error);
      if (code === 'view_changed') return setOutdatedView(dashboard.view);
      const isOutage = ['offline', 'unreachable'].includes(code);
      if (isOutage && storeDashboardDraft(userId, dashboard, draft ?? tiles))
        return setQueued(getConnection().state !== 'online');
      discard();
      toast.error(error, messages.results.saveFailed);
    },
  });
  useEffect(() => onConnectionChange(({ state }) => state === 'online' && setQueued(false)), []);
  useEffect(() => {
    if (!draft || isPending || outdatedView === dashboard.view) return;
    if (isQueued) {
      storeDashboardDraft(userId, dashboard, draft);
      return;
    }
    setSentQuery(formatTiles(draft));
    mutate(draft);
  }, [draft, isPending, isQueued, outdatedView, mutate, userId, dashboard]);
  return { draft, setDraft, isQueued };
}
