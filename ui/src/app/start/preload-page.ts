import type { QueryClient } from '@tanstack/react-query';
import { LazyDashboardPage } from '@/app/pages/lazy-dashboard-page';
import { LazyHomePage } from '@/app/pages/lazy-home-page';
import { LazyTablePage } from '@/app/pages/lazy-table-page';
import { setExpectedUser } from '@/lib/api';
import { schemaQuery, workspaceQuery } from '@/lib/auth/session';
import { preloadable } from '@/lib/browser/loading/lazy-loading';
import { parseRoute } from '@/lib/routes';
import type { PageAddress } from './first-rows-view';

/** The part of the app that a signed-in user sees. */
export const LazySignedInApp = preloadable(async () => (await import('@/app/signed-in-app')).SignedInApp);

/** Maximum time that the first view waits for rows, in milliseconds. */
const rowsDelay = 250;

/** Loads the code of a page as a signed-in user sees it. */
export async function preloadCode({ pathname }: Pick<PageAddress, 'pathname'>): Promise<void> {
  const { page } = parseRoute(pathname);
  await Promise.all([
    LazySignedInApp.preload(),
    (page === 'home' || page === 'table') && LazyTablePage.preload(),
    page === 'home' && LazyHomePage.preload(),
    page === 'dashboard' && LazyDashboardPage.preload(),
  ]);
}

/**
 * Loads the code and data that the first view of a page needs. Does not wait long for rows, because the
 * page is useful without them. Rejects if the page will show an error.
 */
export async function preloadPage(client: QueryClient, address: PageAddress): Promise<void> {
  const route = parseRoute(address.pathname);
  await Promise.all([
    preloadCode(address),
    client.query(workspaceQuery()),
    client.query(schemaQuery()),
    (route.page === 'home' || route.page === 'table') && preloadTable(client, address),
    route.page === 'dashboard' &&
      import('@/features/dashboard').then(({ preloadTiles }) => preloadTiles(client, route.id)),
  ]);
}

/** Loads the code of the first view, and the rows of the first grid. */
async function preloadTable(client: QueryClient, address: PageAddress): Promise<void> {
  const { prefetchFirstRows, preloadView } = await import('@/app/table');
  const view = preloadView(address);
  const [workspace, schema] = await Promise.all([
    client.query(workspaceQuery()),
    client.query(schemaQuery()),
  ]);
  const { user } = workspace;
  if (!user) return;
  setExpectedUser(user.id);
  const rows = prefetchFirstRows(client, address, { workspace, user, schema });
  await Promise.all([view, Promise.race([rows, new Promise((resolve) => setTimeout(resolve, rowsDelay))])]);
}
