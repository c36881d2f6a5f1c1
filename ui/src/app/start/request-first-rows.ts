import { fetchPage, getPageSize } from '@/data/paging/page-request';
import { buildListRequest, type listRows } from '@/data/rows/rows-api';
import { buildCommonHeaders, buildURL, setExpectedUser } from '@/lib/api';
import type { Schema, Workspace } from '@/lib/api.gen';
import { peekEarlyJSON, sendEarly } from '@/lib/requests/early-requests';
import { findFirstRowsView, type PageAddress } from './first-rows-view';

/** Sends a request for rows without reading the response. */
const sendListRequest: typeof listRows = async (table, request) => {
  const { path, query, headers } = buildListRequest(table, request);
  sendEarly(buildURL(path, query), { ...buildCommonHeaders(), ...headers });
  return { rows: [], total: undefined };
};

/**
 * Requests the rows that the grid of a table's page will read first, so that they arrive while the
 * browser still loads and starts the app.
 */
export async function requestFirstRows(address: PageAddress): Promise<void> {
  const accept = buildCommonHeaders();
  const [workspace, schema] = await Promise.all([
    peekEarlyJSON('/api/workspace', accept) as Promise<Workspace | undefined>,
    peekEarlyJSON('/api/schema', accept) as Promise<Schema | undefined>,
  ]);
  if (!workspace?.user || !schema) return;
  setExpectedUser(workspace.user.id);
  const { user, viewAs } = workspace;
  const first = findFirstRowsView(address, { user, viewAs }, schema);
  if (!first) return;
  const limit = getPageSize(workspace.limits.maxRows);
  await fetchPage(first.table, first.view, {
    isForward: true,
    limit,
    count: 'estimated',
    omitsLargeValues: true,
    list: sendListRequest,
  });
}
