import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { Dashboard } from '@/data/dashboards/dashboards';
import { maxTiles, type Tile, type TileWidth } from '@/data/dashboards/tile';
import { useSchema } from '@/lib/auth/session';
import { dashboardMessages } from './dashboard-messages';
import { describeTile } from './tiles/describe-tile';
import { type TilesDraft, useTilesDraft } from './use-tiles-draft';

const messages = dashboardMessages;

/** The tiles of a dashboard, and the functions that change and save them. */
export interface DashboardTiles extends Pick<TilesDraft, 'status' | 'retry' | 'isRetrying'> {
  dashboard: Dashboard;
  /** The tiles with the changes that are not saved yet. */
  tiles: readonly Tile[];
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
  const { draft, setDraft, ...saving } = useTilesDraft(dashboard);
  const [renamed, setRenamed] = useState<Tile>();
  const tiles = draft ?? dashboard.tiles;
  // An undo can run after later changes.
  const latest = useRef(tiles);
  useEffect(() => {
    latest.current = tiles;
  }, [tiles]);
  const save = (next: readonly Tile[]) => setDraft(next);
  return {
    ...{ dashboard, tiles, ...saving, save, renamed, setRenamed },
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
