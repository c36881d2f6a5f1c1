import type { Dashboard } from './dashboards';
import { mergeTiles } from './merge-tiles';
import { formatTiles, parseTiles, type Tile } from './tile';

/**
 * Tiles of dashboards that could not be saved without a connection, in this browser's local storage, per user. They are
 * saved when the dashboard is shown with a connection.
 */

interface StoredDraft {
  /** The stored tiles of the dashboard that the user changed. */
  base: string;
  tiles: string;
}

const storageKey = (userId: string, { id }: Dashboard) => `tableside.dashboard-draft.${userId}.${id}`;

/** Returns the changed tiles; undefined if there are none. If the dashboard was saved elsewhere since, merges both. */
export function readDashboardDraft(userId: string, dashboard: Dashboard): readonly Tile[] | undefined {
  try {
    const draft = JSON.parse(
      localStorage.getItem(storageKey(userId, dashboard)) ?? 'null',
    ) as StoredDraft | null;
    return draft ? mergeTiles(parseTiles(draft.base), parseTiles(draft.tiles), dashboard.tiles) : undefined;
  } catch {
    return undefined; // The browser blocks storage, or the draft was not written by this app.
  }
}

/** Stores the changed tiles. Returns false if the browser blocks storage. */
export function storeDashboardDraft(userId: string, dashboard: Dashboard, tiles: readonly Tile[]): boolean {
  const draft: StoredDraft = { base: dashboard.view.query, tiles: formatTiles(tiles) };
  try {
    localStorage.setItem(storageKey(userId, dashboard), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Removes the changed tiles after they are saved or rejected. */
export function removeDashboardDraft(userId: string, dashboard: Dashboard): void {
  try {
    localStorage.removeItem(storageKey(userId, dashboard));
  } catch {
    // The browser blocks storage.
  }
}
