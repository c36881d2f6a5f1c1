import type { Filter } from '@/data/query/filters.utils';
import {
  type ColumnLayout,
  formatTablePageState,
  parseTablePageState,
  type TablePageState,
} from '@/data/query/table-page-state';
import { gridView, type ViewKind } from '@/data/query/view-ref.utils';
import { readableColumnNames } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import type { Column, Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';

/** An address of a table's page that somebody gave a name. */
export interface SavedView {
  id: string;
  schema: string;
  table: string;
  name: string;
  /** The part of the address after the question mark. */
  query: string;
  /** Other users see it: those who can read the table and, if roles are given, have one of them. */
  shared: boolean;
  /** The database roles that it is shared with; null means all. */
  roles: readonly string[] | null;
  /** Whether this person made it, and may change it. */
  isOwn: boolean;
  /** As tableside_views holds it; undefined when it is kept in this browser. */
  row: Row | undefined;
}

/** What there is to say of a new view. */
export interface ViewDraft {
  schema: string;
  table: string;
  name: string;
  query: string;
}

/** What can be changed of a view by itself. */
export interface ViewChanges {
  name?: string;
  query?: string;
  shared?: boolean;
  roles?: readonly string[] | null;
}

/** How the views of one place are changed. */
export interface ViewStorage {
  /** Behind the others. */
  create: (view: ViewDraft) => Promise<void>;
  /** Puts a deleted view back where it was. */
  restore: (view: SavedView) => Promise<void>;
  update: (view: SavedView, changes: ViewChanges) => Promise<void>;
  remove: (view: SavedView) => Promise<void>;
  /** Puts a view in the place of another. */
  move: (view: SavedView, target: SavedView) => Promise<void>;
}

/** A list with one view in the place of another. */
export function moveView(
  views: readonly SavedView[],
  view: SavedView,
  target: SavedView,
): readonly SavedView[] {
  const from = views.findIndex(({ id }) => id === view.id);
  const to = views.findIndex(({ id }) => id === target.id);
  const own = views[from];
  return !own || to < 0 ? views : views.toSpliced(from, 1).toSpliced(to, 0, own);
}

/** As long as a name may be; tableside_views checks the same. */
const maxNameLength = 80;

/** What a state is as a view: not which record is open, nor which day a calendar is at. */
function toViewState(state: TablePageState): TablePageState {
  return { ...state, record: undefined, isFullPanel: false, view: { ...state.view, day: undefined } };
}

/**
 * The address that shows to anybody what is shown now: with the columns, and in
 * a grid their widths, which else follow each person's own arrangement.
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
  const arranged =
    state.view.kind === 'grid' && (layout.pinned.length > 0 || Object.keys(layout.widths).length > 0);
  return formatTablePageState(toViewState({ ...state, select, layout: arranged ? layout : undefined }));
}

/** One text for all addresses that show the same view. */
export function normalizeViewQuery(query: string): string {
  return formatTablePageState(toViewState(parseTablePageState(query)));
}

/** Where a view is opened. What its query says is read and written anew: it may be anybody's text. */
export function viewHref({ schema, table, query }: Pick<SavedView, 'schema' | 'table' | 'query'>): string {
  const text = normalizeViewQuery(query);
  return text === '' ? hrefs.table(schema, table) : `${hrefs.table(schema, table)}?${text}`;
}

/** How an address lays rows out. */
export function viewKind(query: string): ViewKind {
  return parseTablePageState(query).view.kind;
}

/** Columns that a page's address names, and that the table doesn't have for this person. */
export function unknownColumns(table: Table, state: TablePageState): string[] {
  const readable = new Set(readableColumnNames(table));
  const named = [
    ...state.filters.flatMap(filteredColumns),
    ...state.order.map(({ column }) => column),
    ...(state.select ?? []),
    ...(state.view.column === undefined ? [] : [state.view.column]),
    ...(state.group === undefined ? [] : [state.group.column]),
  ];
  return [...new Set(named)].filter((name) => !readable.has(name) && !readable.has(baseColumnName(name)));
}

/** A page without what it says of some columns. */
export function removeColumns(state: TablePageState, names: readonly string[]): Partial<TablePageState> {
  const gone = new Set(names);
  const select = state.select?.filter((name) => !gone.has(name));
  return {
    filters: state.filters.flatMap((filter) => removeFilters(filter, gone)),
    order: state.order.filter(({ column }) => !gone.has(column)),
    select: select && select.length > 0 ? select : undefined,
    group: state.group && gone.has(state.group.column) ? undefined : state.group,
    view:
      state.view.column !== undefined && gone.has(state.view.column)
        ? { ...gridView, kind: state.view.kind }
        : state.view,
  };
}

function filteredColumns(filter: Filter): readonly string[] {
  return filter.kind === 'condition' ? [filter.column] : filter.items.flatMap(filteredColumns);
}

function removeFilters(filter: Filter, gone: ReadonlySet<string>): Filter[] {
  if (filter.kind === 'condition') return gone.has(filter.column) ? [] : [filter];
  const items = filter.items.flatMap((item) => removeFilters(item, gone));
  return items.length > 0 ? [{ ...filter, items }] : [];
}

/** The column of a path into its JSON: attributes->>variety. */
function baseColumnName(name: string): string {
  return name.split('->')[0] ?? name;
}

/** A name as it is kept: one line, without spaces around it. */
export function normalizeName(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** What is wrong with a view's name among the person's others of the table; undefined if nothing is. */
export function nameProblem(text: string, taken: readonly string[]): string | undefined {
  const name = normalizeName(text);
  if (name === '') return 'A view needs a name.';
  if ([...name].length > maxNameLength) return `A name has at most ${maxNameLength} characters.`;
  if (taken.includes(name)) return 'You already have a view of this name.';
  return undefined;
}

/** A name for a copy: 'Overdue (copy)', 'Overdue (copy 2)'. */
export function makeCopyName(name: string, taken: readonly string[]): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? ' (copy)' : ` (copy ${n})`;
    const found = `${[...name]
      .slice(0, maxNameLength - suffix.length)
      .join('')
      .trim()}${suffix}`;
    if (!taken.includes(found)) return found;
  }
}
