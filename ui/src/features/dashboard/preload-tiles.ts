import type { QueryClient } from '@tanstack/react-query';
import { chartQuery } from '@/data/charts/chart-query';
import { simplifyChart } from '@/data/charts/chart-spec';
import { parseTiles } from '@/data/dashboards/tile';
import { resolveFilters } from '@/data/query/filters/resolve-filters';
import { buildListRequest } from '@/data/rows/rows-api';
import { getBrowserViews } from '@/data/saved-views/browser-views';
import { buildViewRequests, findViewsTable, savedViewsQuery } from '@/data/saved-views/project-views';
import { buildURL, setExpectedUser } from '@/lib/api';
import type { Schema, Table, User, Workspace } from '@/lib/api.gen';
import { schemaQuery, workspaceQuery } from '@/lib/auth/session';
import { getStorageId } from '@/lib/auth/storage-id';
import { getZone } from '@/lib/browser/zone/zone';
import { storeFirstRequest } from '@/lib/requests/store-first-request';
import { findTileSource } from './tiles/describe-tile';

/** The number of tiles that a large screen shows at most. The others load when they come into view. */
const maxVisibleTiles = 16;

/** How long the first view waits for tiles, in milliseconds. */
const tilesDelay = 250;

/** Reads the first charts of a dashboard into the cache, before React renders the tiles. Does not wait long for them. */
export async function preloadTiles(client: QueryClient, id: string): Promise<void> {
  const [workspace, schema] = await Promise.all([
    client.query(workspaceQuery()),
    client.query(schemaQuery()),
  ]);
  const { user } = workspace;
  if (!user) return;
  setExpectedUser(user.id);
  const charts = prefetchCharts(client, id, { workspace, user, schema });
  await Promise.race([charts, new Promise((resolve) => setTimeout(resolve, tilesDelay))]);
}

interface TilesContext {
  workspace: Workspace;
  user: User;
  schema: Schema;
}

/** Reads the user's dashboards and the groups of the first charts into the cache. */
async function prefetchCharts(
  client: QueryClient,
  id: string,
  { workspace, user, schema }: TilesContext,
): Promise<void> {
  const table = findViewsTable(schema);
  if (table) storeViewRequests(table, user.id);
  const views = table ? await client.query(savedViewsQuery(table, user.id)) : [];
  const view = [...views, ...getBrowserViews(getStorageId(user, workspace))].find((each) => each.id === id);
  const zone = getZone();
  const tiles = parseTiles(view?.query ?? '').slice(0, maxVisibleTiles);
  const charts = tiles.flatMap((tile) => {
    const source = tile.kind === 'chart' ? findTileSource(schema, tile) : undefined;
    if (!source?.spec || source.state.search.trim() !== '') return [];
    const { table, state, spec } = source;
    const resolve = (now: Date) => resolveFilters(state.filters, table, { user, now, zone });
    const filters = resolve(new Date());
    // The tile will read other rows: those before its own time.
    if (JSON.stringify(filters) !== JSON.stringify(resolve(new Date(Date.now() + 1)))) return [];
    return chartQuery(table, simplifyChart(spec), filters, zone);
  });
  await Promise.all(charts.map((query) => client.prefetchQuery(query)));
}

/** Stores the requests for saved views, so that they are sent early when the dashboard is opened again. */
function storeViewRequests(table: Table, userId: string): void {
  for (const request of buildViewRequests(table, userId)) {
    const { path, query, headers } = buildListRequest(table, request);
    storeFirstRequest(buildURL(path, query), headers);
  }
}
