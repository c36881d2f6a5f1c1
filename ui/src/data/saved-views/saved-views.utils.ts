import { listChartColumns } from '@/data/charts/chart-spec';
import { listRuleColumns } from '@/data/query/colors/color-rules';
import { type Filter, listFilteredNames } from '@/data/query/filters/filters.utils';
import {
  type ColumnLayout,
  formatTablePageState,
  parseTablePageState,
  type TablePageState,
} from '@/data/query/page-state/table-page-state';
import { gridView, type ViewKind } from '@/data/query/page-state/view-ref.utils';
import { listViewColumns } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import type { Column, Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { savedViewMessages as messages } from './saved-view-messages';

/** A view of a table with a name: the query string of its page. */
export interface SavedView {
  id: string;
  schema: string;
  table: string;
  name: string;
  /** The query string, without the question mark. */
  query: string;
  /** Whether other users see it: those who can read the table and, if roles are set, have one of them. */
  shared: boolean;
  /** The database roles with which it is shared; null for all. */
  roles: readonly string[] | null;
  /** Whether the user created it, and can change it. */
  isOwn: boolean;
  /** Its row in tableside_views; undefined if it is stored in this browser. */
  row: Row | undefined;
}

/** A new view. */
export interface ViewDraft {
  /** A UUID, for a view whose address is needed before it is read back; undefined for any. */
  id?: string | undefined;
  schema: string;
  table: string;
  name: string;
  query: string;
}

/** The properties of a view that can be changed. */
export interface ViewChanges {
  name?: string;
  query?: string;
  shared?: boolean;
  roles?: readonly string[] | null;
}

/** Changes views, in the project or in this browser. */
export interface ViewStorage {
  /** Adds a view after the others. */
  create: (view: ViewDraft) => Promise<void>;
  /** Adds a deleted view again, at its former position. */
  restore: (view: SavedView) => Promise<void>;
  update: (view: SavedView, changes: ViewChanges) => Promise<void>;
  remove: (view: SavedView) => Promise<void>;
  /** Moves a view to the position of another. */
  move: (view: SavedView, target: SavedView) => Promise<void>;
}

/** Returns the list with a view at the position of another; unchanged if either is missing. */
export function moveView(
  views: readonly SavedView[],
  view: SavedView,
  target: SavedView,
): readonly SavedView[] {
  const from = views.findIndex(({ id }) => id === view.id);
  const to = views.findIndex(({ id }) => id === target.id);
  const moved = views[from];
  return !moved || to < 0 ? views : views.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Maximum number of characters in a name. A check constraint of tableside_views has the same limit. */
const maxNameLength = 80;

/** Returns the state without what a view does not contain: the open record, and the day of a calendar. */
function toViewState(state: TablePageState): TablePageState {
  return { ...state, record: undefined, isFullPanel: false, view: { ...state.view, day: undefined } };
}

/**
 * Returns the query string of the current view for other users: it includes the
 * columns, and in a grid their widths and pins, which otherwise are each user's own.
 */
export function buildViewQuery(
  state: TablePageState,
  columns: readonly Column[],
  { widths, pinned }: ColumnLayout,
): string {
  const select = columns.map(({ name }) => name);
  const layout: ColumnLayout = {
    widths: Object.fromEntries(Object.entries(widths).filter(([name]) => select.includes(name))),
    pinned: pinned.filter((name) => select.includes(name)),
  };
  const hasLayout =
    state.view.kind === 'grid' && (layout.pinned.length > 0 || Object.keys(layout.widths).length > 0);
  return formatTablePageState(toViewState({ ...state, select, layout: hasLayout ? layout : undefined }));
}

/** Returns the same query string for all query strings with the same view, to compare them. */
export function normalizeViewQuery(query: string): string {
  return formatTablePageState(toViewState(parseTablePageState(query)));
}

/** Returns the link to a view. Parses and formats its query, because another user can have written it. */
export function formatViewHref({
  schema,
  table,
  query,
}: Pick<SavedView, 'schema' | 'table' | 'query'>): string {
  const text = normalizeViewQuery(query);
  return text === '' ? hrefs.table(schema, table) : `${hrefs.table(schema, table)}?${text}`;
}

/** Returns the kind of view of a query string. */
export function parseViewKind(query: string): ViewKind {
  return parseTablePageState(query).view.kind;
}

/** Returns the names of columns in a page's state that the table does not have or the role cannot read. */
export function unknownColumns(table: Table, state: TablePageState): string[] {
  const readable = new Set(listViewColumns(table).map(({ name }) => name));
  const named = [
    ...listFilteredNames(state.filters),
    ...listRuleColumns(state.colors),
    ...state.order.map(({ column }) => column),
    ...(state.select ?? []),
    ...(state.view.column === undefined ? [] : [state.view.column]),
    ...(state.group === undefined ? [] : [state.group.column]),
    ...(state.chart === undefined ? [] : listChartColumns(state.chart)),
  ];
  return [...new Set(named)].filter((name) => !readable.has(name) && !readable.has(baseColumnName(name)));
}

/** Returns the changes that remove some columns from a page's state: from filters, order, columns, grouping and view. */
export function removeColumns(state: TablePageState, names: readonly string[]): Partial<TablePageState> {
  const removed = new Set(names);
  const select = state.select?.filter((name) => !removed.has(name));
  return {
    filters: state.filters.flatMap((filter) => removeFilters(filter, removed)),
    order: state.order.filter(({ column }) => !removed.has(column)),
    colors: state.colors.filter((rule) => !listRuleColumns([rule]).some((name) => removed.has(name))),
    select: select && select.length > 0 ? select : undefined,
    chart:
      state.chart && listChartColumns(state.chart).some((name) => removed.has(name))
        ? undefined
        : state.chart,
    group: state.group && removed.has(state.group.column) ? undefined : state.group,
    view:
      state.view.column !== undefined && removed.has(state.view.column)
        ? { ...gridView, kind: state.view.kind }
        : state.view,
  };
}

function removeFilters(filter: Filter, columns: ReadonlySet<string>): Filter[] {
  if (filter.kind === 'condition') return columns.has(filter.column) ? [] : [filter];
  const items = filter.items.flatMap((item) => removeFilters(item, columns));
  return items.length > 0 ? [{ ...filter, items }] : [];
}

/** Returns the column of a path into its JSON: `attributes` of `attributes->>variety`. */
function baseColumnName(name: string): string {
  return name.split('->')[0] ?? name;
}

/** Returns a name without line breaks, control characters and surrounding spaces. */
export function normalizeName(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Returns the problem with a view's name, as a sentence; undefined if it is valid. `taken` are the names of the user's other views of the table. */
export function nameProblem(text: string, taken: readonly string[]): string | undefined {
  const name = normalizeName(text);
  if (name === '') return messages.nameMissing;
  if ([...name].length > maxNameLength) return messages.nameTooLong(maxNameLength);
  if (taken.includes(name)) return messages.nameTaken;
  return undefined;
}

/** Returns an unused name for a copy: 'Overdue (copy)', 'Overdue (copy 2)'. */
export function makeCopyName(name: string, taken: readonly string[]): string {
  for (let n = 1; ; n++) {
    const suffix = messages.copyName(n);
    const found = `${[...name]
      .slice(0, maxNameLength - suffix.length)
      .join('')
      .trim()}${suffix}`;
    if (!taken.includes(found)) return found;
  }
}
