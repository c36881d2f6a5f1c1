import { columnPrefsKey, readColumnPrefs } from '@/data/layouts/column-prefs';
import { visibleColumns } from '@/data/layouts/columns.utils';
import { fetchPage, pageSize } from '@/data/paging/page-request';
import { buildRowsView } from '@/data/paging/rows-view';
import { resolveFilters } from '@/data/query/resolve-filters';
import { parseTablePageState } from '@/data/query/table-page-state';
import { buildListRequest, type listRows } from '@/data/rows/rows-api';
import { buildCommonHeaders, buildURL, setExpectedUser } from '@/lib/api';
import type { Schema, User, Workspace } from '@/lib/api.gen';
import { getZone } from '@/lib/browser/zone';
import { peekEarlyJSON, sendEarly } from '@/lib/early-requests';
import { findTable } from '@/lib/find-table';
import { parseRoute } from '@/lib/routes';
import { findFirstTable } from './shell/sidebar/sidebar.utils';

/** The URL of the page: `window.location`, or an object with the same properties. */
type PageAddress = Pick<Location, 'pathname' | 'search'>;

/** Sends a request for rows instead of reading them. */
const sendListRequest: typeof listRows = async (table, request) => {
  const { path, query, headers } = buildListRequest(table, request);
  sendEarly(buildURL(path, query), { ...buildCommonHeaders(), ...headers });
  return { rows: [], total: undefined };
};

/**
 * Requests the rows that the grid of a table's page will request first, so that they arrive while the
 * browser still loads and starts the app. It does nothing for pages that read something else before
 * their rows, or instead of them: search, groups, other views.
 */
export async function requestFirstRows(address: PageAddress): Promise<void> {
  const accept = buildCommonHeaders();
  const [workspace, schema] = await Promise.all([
    peekEarlyJSON('/api/workspace', accept) as Promise<Workspace | undefined>,
    peekEarlyJSON('/api/schema', accept) as Promise<Schema | undefined>,
  ]);
  if (!workspace?.user || !schema) return;
  setExpectedUser(workspace.user.id);
  await requestRowsOf(address, workspace.user, schema, pageSize(workspace.limits.maxRows));
}

async function requestRowsOf(address: PageAddress, user: User, schema: Schema, limit: number): Promise<void> {
  const route = parseRoute(address.pathname);
  const table =
    route.page === 'table' ? findTable(schema, route.schema, route.table) : findFirstTable(schema);
  const state = parseTablePageState(address.search);
  if (!table?.privileges.select || state.view.kind !== 'grid' || state.search !== '' || state.group) return;
  const prefs = readColumnPrefs(columnPrefsKey(user.id, table));
  const view = buildRowsView(table, {
    filters: resolveFilters(state.filters, table, { user, now: new Date(), zone: getZone() }),
    order: state.order,
    columns: visibleColumns(table, state.select ?? prefs.select),
  });
  await fetchPage(table, view, { isForward: true, limit, count: 'estimated', list: sendListRequest });
}
