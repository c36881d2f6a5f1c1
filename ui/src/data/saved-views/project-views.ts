import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { condition } from '@/data/query/filters/filters.utils';
import { listReadableNames } from '@/data/rows/readable-columns';
import type { Row, Value } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { deleteRows, insertRows, type ListRequest, listRows } from '@/data/rows/rows-api';
import { computePosition } from '@/data/values/numbers/position.utils';
import { buildKeyFilters, canGuard, getRowKey } from '@/data/writes/batches/guards.utils';
import { writeRows } from '@/data/writes/batches/write-rows';
import { ApiError } from '@/lib/api';
import type { Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import { savedViewMessages as messages } from './saved-view-messages';
import { moveView, type SavedView, type ViewDraft, type ViewStorage } from './saved-views.utils';

/** Saved views in the project's table `tableside_views` (`tableside schema-sql --views` creates it), by the rows API. */

export const viewsTableName = { schema: 'public', name: 'tableside_views' } as const;

/** Returns the table of saved views; undefined if it is not installed, or the role cannot read it. */
export function findViewsTable(schema: Schema): Table | undefined {
  const table = findTable(schema, viewsTableName.schema, viewsTableName.name);
  return table?.privileges.select ? table : undefined;
}

/** Maximum number of a user's own views, and of shared views, that are loaded. */
const maxViews = 1_000;

/** Query for a user's own views and of the views shared with them, of all tables. Disabled if there is no table of views. */
export function savedViewsQuery(table: Table | undefined, userId: string) {
  return queryOptions({
    queryKey: [...rowKeys.table(viewsTableName), 'saved', userId] as const,
    queryFn: table ? ({ signal }) => listViews(table, userId, signal) : skipToken,
    // Shows what other users share or change when the window gets the focus.
    refetchOnWindowFocus: 'always',
  });
}

/** Returns the requests for the user's own views and for shared views: separate, so that no number of shared ones hides their own. */
export function buildViewRequests(table: Table, userId: string): ListRequest[] {
  const order = ['position', 'name', 'id'].map((column) => ({ column, descending: false }));
  const isOwn = condition('owner', 'eq', userId);
  const filters = [[isOwn], [condition('shared', 'is', 'true'), { ...isOwn, negated: true }]];
  return filters.map((each) => ({
    columns: listReadableNames(table),
    filters: each,
    order,
    limit: maxViews,
  }));
}

async function listViews(table: Table, userId: string, signal: AbortSignal): Promise<SavedView[]> {
  const requests = buildViewRequests(table, userId);
  const lists = await Promise.all(requests.map((request) => listRows(table, { ...request, signal })));
  return lists.flatMap(({ rows }) => rows.map((row) => parseSavedView(row, userId)));
}

/** Returns the saved view of a row of `tableside_views`. */
function parseSavedView(row: Row, userId: string): SavedView {
  return {
    id: toText(row.id),
    schema: toText(row.table_schema),
    table: toText(row.table_name),
    name: toText(row.name),
    query: toText(row.query),
    shared: row.shared === true,
    roles: Array.isArray(row.roles) ? row.roles.map(String) : null,
    isOwn: row.owner === userId,
    row,
  };
}

/** Returns a text value; an empty text for other values. */
function toText(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the functions that change views in the project. They throw ApiError.
 * `table` is the table of views; `ownViews` are the user's views of one table, in
 * their order.
 */
export function createProjectViewStorage(
  table: Table,
  client: QueryClient,
  ownViews: readonly SavedView[],
): ViewStorage {
  /** Refetches the views after a change, also if it failed. */
  const write = async (change: Promise<unknown>) => {
    try {
      await change;
    } finally {
      await client.invalidateQueries({ queryKey: rowKeys.table(table) });
    }
  };
  const toRow = (view: ViewDraft): Row => ({
    table_schema: view.schema,
    table_name: view.table,
    name: view.name,
    query: view.query,
  });
  return {
    create: (view) =>
      write(
        insertRows(table, [
          {
            ...getIdColumn(view),
            ...toRow(view),
            position: computeViewPosition(table, ownViews.at(-1), undefined) ?? '0',
          },
        ]),
      ),
    restore: ({ row, id, shared, ...view }) =>
      write(
        insertRows(table, [
          { ...toRow(view), id, shared, position: row?.position ?? '0', ...getRolesColumn(row) },
        ]),
      ),
    update: (view, changes) => write(updateView(table, view, { ...changes })),
    remove: ({ row }) => write(deleteRows(table, buildKeyFilters((row && getRowKey(table, row)) ?? []), 1)),
    move: (view, target) => write(saveViewPosition(table, moveView(ownViews, view, target), view)),
  };
}

/** Returns the column `id` of a new view; nothing if the database chooses it. */
function getIdColumn({ id }: ViewDraft): Row {
  return id === undefined ? {} : { id };
}

/** Returns the column `roles` of a view; nothing if the table was created before views had roles. */
function getRolesColumn(row: Row | undefined): Row {
  return row?.roles === undefined ? {} : { roles: row.roles };
}

/**
 * Changes a view in the project, if it is unchanged since it was read. Throws ApiError: row_not_found, view_changed, or the
 * rejection.
 */
async function updateView(table: Table, view: SavedView, changes: Row): Promise<void> {
  if (!view.row) return;
  if (changes.query !== undefined) await checkLongQuery(table, view, view.row);
  const [outcome] = await writeRows(table, [{ kind: 'update', baseRow: view.row, changes }]);
  if (!outcome || outcome.kind === 'saved') return;
  if (outcome.kind === 'rejected') throw outcome.error;
  throw createConflict(view, outcome.kind === 'missing');
}

/**
 * Throws ApiError row_not_found or view_changed if the view's query is not the stored one. Only for queries that are too
 * long for the guard of an update, such as those of dashboards: reads the row before it.
 */
async function checkLongQuery(table: Table, view: SavedView, row: Row): Promise<void> {
  const column = table.columns.find(({ name }) => name === 'query');
  if (!column || canGuard(column, view.query)) return;
  const filters = buildKeyFilters(getRowKey(table, row) ?? []);
  const { rows } = await listRows(table, { columns: ['query'], filters, order: [], limit: 1 });
  const [stored] = rows;
  if (stored?.query !== view.query) throw createConflict(view, !stored);
}

/** Creates the error for a view that was deleted or changed since it was read. */
function createConflict(view: SavedView, isDeleted: boolean): ApiError {
  return new ApiError({
    code: isDeleted ? 'row_not_found' : 'view_changed',
    message: isDeleted ? messages.viewDeleted(view.name) : messages.viewChanged(view.name),
    details: '',
    hint: isDeleted ? '' : messages.viewChangedHint,
    status: 409,
    requestId: '',
  });
}

/** Saves a view's position in the order. If there is no number between its neighbors, renumbers all views. */
async function saveViewPosition(table: Table, order: readonly SavedView[], view: SavedView): Promise<void> {
  const index = order.findIndex(({ id }) => id === view.id);
  const position = computeViewPosition(table, order[index - 1], order[index + 1]);
  if (position !== undefined) return updateView(table, view, { position });
  for (const [i, each] of order.entries())
    await updateView(table, each, { position: String((i + 1) * 1024) });
}

function computeViewPosition(
  table: Table,
  before: SavedView | undefined,
  after: SavedView | undefined,
): string | undefined {
  const column = table.columns.find(({ name }) => name === 'position');
  return column && computePosition(column, before?.row?.position, after?.row?.position);
}
