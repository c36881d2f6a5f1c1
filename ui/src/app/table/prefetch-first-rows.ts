import type { QueryClient } from '@tanstack/react-query';
import { findFirstRowsView, type PageAddress } from '@/app/start/first-rows-view';
import { getPageSize } from '@/data/paging/page-request';
import { startSegment } from '@/data/paging/segments/segment';
import { pageQuery } from '@/data/paging/segments/segment-pages';
import type { Schema, User, Workspace } from '@/lib/api.gen';

/** Reads the rows that the grid of a table's page will show first into the cache. */
export async function prefetchFirstRows(
  client: QueryClient,
  address: PageAddress,
  { workspace, user, schema }: { workspace: Workspace; user: User; schema: Schema },
): Promise<void> {
  const first = findFirstRowsView(address, { user, viewAs: workspace.viewAs }, schema);
  if (!first) return;
  await client.prefetchQuery(
    pageQuery({
      ...{ client, ...first, segment: startSegment, anchor: { cursor: undefined, isForward: true } },
      ...{ index: 0, leadIndex: 0, size: getPageSize(workspace.limits.maxRows) },
    }),
  );
}
