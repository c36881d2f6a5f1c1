import { findOnlyTable } from '@/app/shell/sidebar/sidebar.utils';
import { getColumnPrefsKey, readColumnPrefs } from '@/data/layouts/column-prefs';
import { listVisibleColumns } from '@/data/layouts/columns.utils';
import { buildRowsView } from '@/data/paging/rows-view';
import { listRuleColumns } from '@/data/query/colors/color-rules';
import { resolveFilters } from '@/data/query/filters/resolve-filters';
import { addLookups, listLookupNames } from '@/data/query/lookups/lookup-columns';
import { parseTablePageState } from '@/data/query/page-state/table-page-state';
import type { RowsView } from '@/data/rows/row-keys';
import type { Schema, Table, User, Workspace } from '@/lib/api.gen';
import { getStorageId } from '@/lib/auth/storage-id';
import { getZone } from '@/lib/browser/zone/zone';
import { findTable } from '@/lib/find-table';
import { parseRoute } from '@/lib/routes';

/** The address of a page: `window.location`, or an object with the same parts. */
export type PageAddress = Pick<Location, 'pathname' | 'search'>;

/**
 * Returns the rows that the grid of a table's page reads first. It is undefined for pages without a grid,
 * and for those that read something else before the rows: search and groups.
 */
export function findFirstRowsView(
  { pathname, search }: PageAddress,
  { user, viewAs }: { user: User } & Pick<Workspace, 'viewAs'>,
  schema: Schema,
): { table: Table; view: RowsView } | undefined {
  const route = parseRoute(pathname);
  if (route.page !== 'table' && route.page !== 'home') return undefined;
  const found = route.page === 'table' ? findTable(schema, route.schema, route.table) : findOnlyTable(schema);
  const state = parseTablePageState(search);
  if (!found?.privileges.select || state.view.kind !== 'grid' || state.search !== '' || state.group) return;
  const prefs = readColumnPrefs(getColumnPrefsKey(getStorageId(user, { viewAs }), found));
  const select = state.select ?? prefs.select;
  const table = addLookups(schema, found, listLookupNames({ ...state, select }));
  const view = buildRowsView(table, {
    filters: resolveFilters(state.filters, table, { user, now: new Date(), zone: getZone() }),
    order: state.order,
    columns: listVisibleColumns(table, select),
    needs: { columns: listRuleColumns(state.colors) },
  });
  return { table, view };
}
