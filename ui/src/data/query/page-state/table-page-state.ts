import { type ChartSpec, formatChart, parseChart } from '@/data/charts/chart-spec';
import { formatClosed, type Grouping, noneClosed, parseClosed } from '@/data/paging/groups/groups.utils';
import type { OrderTerm } from '@/data/rows/row';
import { type ColorRule, formatColorRules, parseColorRules } from '../colors/color-rules';
import {
  type Condition,
  condition,
  type Filter,
  formatFilters,
  formatListedName,
  formatNested,
  type Parameter,
} from '../filters/filters.utils';
import { FilterSyntaxError, parseFilter, parseNameList } from '../filters/parse-filter';
import { formatView, gridView, parseView, type ViewRef } from './view-ref.utils';

/**
 * The state of a table's page. Its URL contains all of it: filters, order and
 * columns in PostgREST's syntax
 * (`?status=eq.draft&order=due_on.desc&select=id,total`), and
 * those of linked records (`?customer_id.country=eq.DE&order=customer_id(country)`),
 *
 * | parameter | example | meaning |
 * | --- | --- | --- |
 * | `search` | `search=lee` | quick search |
 * | `view` | `view=board.status` | the view (ViewRef) |
 * | `chart` | `chart=bar.sum(total).by(placed_at.month)` | the chart of the view `chart` |
 * | `group`, `collapsed` | `group=status&collapsed=in.(draft)` | grouping |
 * | `colors` | `colors=red(due_on.lt.today)` | color rules (ColorRule) |
 * | `widths` | `widths=name.240.pin,total.96` | widths in pixels, pinned columns |
 * | `record` | `record=id.eq.5`, `record=new` | the open record |
 * | `copy` | `record=new&copy=id.eq.5` | the record that a new one copies |
 * | `panel` | `panel=full` | the record fills the page |
 */
export interface TablePageState {
  /** All of them must match. Not resolved: they can contain relative days and user variables. */
  filters: readonly Filter[];
  /** '' for no search. */
  search: string;
  order: readonly OrderTerm[];
  /** The visible columns, in their order; undefined for the table's default. */
  select: readonly string[] | undefined;
  /** Shared widths and pinned columns; undefined for the user's own. */
  layout: ColumnLayout | undefined;
  group: Grouping | undefined;
  /** The first rule that matches colors a row, and the first for each of its cells. */
  colors: readonly ColorRule[];
  record: RecordRef | undefined;
  /** The key of the record that a new one copies. */
  copy: readonly KeyValue[] | undefined;
  /** Whether the open record fills the page. */
  isFullPanel: boolean;
  view: ViewRef;
  /** The chart of the view `chart`; undefined for the table's default. */
  chart: ChartSpec | undefined;
  /** Parameters with invalid syntax, as `name=value`. The page shows them; the next change drops them. */
  problems: readonly string[];
}

/** The widths of a grid's columns in pixels, by column name, and the names of the columns pinned at the left. */
export interface ColumnLayout {
  widths: Readonly<Record<string, number>>;
  pinned: readonly string[];
}

/** The open record: a new record, or the row with these key values. */
export type RecordRef = 'new' | readonly KeyValue[];

/** The value of one column of a row's key. */
export interface KeyValue {
  column: string;
  value: string;
}

export const emptyTablePageState: TablePageState = {
  filters: [],
  search: '',
  order: [],
  select: undefined,
  layout: undefined,
  group: undefined,
  colors: [],
  record: undefined,
  copy: undefined,
  isFullPanel: false,
  view: gridView,
  chart: undefined,
  problems: [],
};

/** Parses the query string of a table's page, with or without the question mark. Never throws: see `problems`. */
export function parseTablePageState(search: string): TablePageState {
  const state: { -readonly [K in keyof TablePageState]: TablePageState[K] } = { ...emptyTablePageState };
  const filters: Filter[] = [];
  const problems: string[] = [];
  let closed = noneClosed;
  for (const [name, value] of new URLSearchParams(search)) {
    try {
      if (name === 'search') state.search = value;
      else if (name === 'order') state.order = parseOrder(value);
      else if (name === 'select') state.select = value === '*' ? undefined : parseSelect(value);
      else if (name === 'widths') state.layout = parseLayout(value);
      else if (name === 'group') state.group = { column: value, closed };
      else if (name === 'collapsed') closed = parseClosed(value);
      else if (name === 'colors') state.colors = parseColorRules(value);
      else if (name === 'record') state.record = parseRecord(value);
      else if (name === 'copy') state.copy = parseKey(value);
      else if (name === 'panel') state.isFullPanel = value === 'full';
      else if (name === 'view') state.view = parseView(value);
      else if (name === 'chart') state.chart = parseChart(value);
      else filters.push(...unwrapGroup(parseFilter(name, value)));
    } catch (error) {
      if (!(error instanceof FilterSyntaxError)) throw error;
      problems.push(`${name}=${value}`);
    }
  }
  if (state.group) state.group = { ...state.group, closed };
  return { ...state, filters, problems };
}

/** Returns the items of a plain `and` group: `and=(a,b)` is two filters. */
function unwrapGroup(filter: Filter): readonly Filter[] {
  return filter.kind === 'group' && filter.logic === 'and' && !filter.negated ? filter.items : [filter];
}

/** Formats the query string of a table's page, without the question mark; '' for the empty state. */
export function formatTablePageState(state: TablePageState): string {
  const parameters: Parameter[] = [...formatFilters(state.filters)];
  const view = formatView(state.view);
  if (view !== '') parameters.unshift(['view', view]);
  if (state.view.kind === 'chart' && state.chart) parameters.push(['chart', formatChart(state.chart)]);
  if (state.search !== '') parameters.push(['search', state.search]);
  if (state.order.length > 0) parameters.push(['order', formatOrder(state.order)]);
  if (state.group) {
    const { column, closed } = state.group;
    parameters.push(['group', column]);
    if (closed.allBut || closed.values.length > 0) parameters.push(['collapsed', formatClosed(closed)]);
  }
  if (state.colors.length > 0) parameters.push(['colors', formatColorRules(state.colors)]);
  if (state.select) parameters.push(['select', formatSelect(state.select)]);
  if (state.layout) parameters.push(['widths', formatLayout(state.layout)]);
  if (state.record) parameters.push(['record', formatRecord(state.record)]);
  if (state.record === 'new' && state.copy) parameters.push(['copy', formatRecord(state.copy)]);
  if (state.record && state.isFullPanel) parameters.push(['panel', 'full']);
  return parameters.map(([name, value]) => `${encodeReadable(name)}=${encodeReadable(value)}`).join('&');
}

/** Encodes a text for a query string: a space as +, other special characters by percent-encoding, except ( ) , : for readable URLs. */
function encodeReadable(text: string): string {
  return encodeURIComponent(text)
    .replace(/%(28|29|2C|3A)/g, decodeURIComponent)
    .replaceAll('%20', '+');
}

/** Formats an order as PostgREST's `order` parameter: `due_on.desc,id.asc`. */
export function formatOrder(order: readonly OrderTerm[]): string {
  return order
    .map(({ column, descending, nullsFirst }) => {
      const nulls = nullsFirst === undefined ? '' : nullsFirst ? '.nullsfirst' : '.nullslast';
      return `${formatListedName(column)}.${descending ? 'desc' : 'asc'}${nulls}`;
    })
    .join(',');
}

function formatSelect(columns: readonly string[]): string {
  return columns.map(formatListedName).join(',');
}

function formatLayout({ widths, pinned }: ColumnLayout): string {
  return [...new Set([...pinned, ...Object.keys(widths)])]
    .map((name) => {
      const width = Object.hasOwn(widths, name) ? `.${widths[name]}` : '';
      return `${formatListedName(name)}${width}${pinned.includes(name) ? '.pin' : ''}`;
    })
    .join(',');
}

/** Formats the value of `record`: `new`, or the key as `id.eq.5`. */
export function formatRecord(record: RecordRef): string {
  if (record === 'new') return 'new';
  return record.map(({ column, value }) => formatNested(condition(column, 'eq', value))).join(',');
}

function parseOrder(text: string): OrderTerm[] {
  return parseNameList(text).map(([column, suffix]) => {
    const match = /^(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(suffix);
    if (!match) throw new FilterSyntaxError(text);
    const term: OrderTerm = { column, descending: match[1] === 'desc' };
    return match[2] === undefined ? term : { ...term, nullsFirst: match[2] === 'first' };
  });
}

function parseSelect(text: string): string[] {
  return parseNameList(text).map(([column, suffix]) => {
    if (suffix !== '') throw new FilterSyntaxError(text);
    return column;
  });
}

/** Limits of a column's width in a URL, in pixels. */
const minWidth = 40;
const maxWidth = 2_000;

/** Parses the parameter `widths`: `name.240.pin,total.96`. Limits the widths. Throws FilterSyntaxError. */
function parseLayout(text: string): ColumnLayout {
  const terms = parseNameList(text).map(([column, suffix]) => {
    const match = /^(?:\.(\d{1,5}))?(\.pin)?$/.exec(suffix);
    if (!match || suffix === '') throw new FilterSyntaxError(text);
    const width = match[1] && Math.min(Math.max(Number(match[1]), minWidth), maxWidth);
    return { column, width, pinned: match[2] !== undefined };
  });
  return {
    widths: Object.fromEntries(terms.flatMap(({ column, width }) => (width ? [[column, width]] : []))),
    pinned: terms.filter(({ pinned }) => pinned).map(({ column }) => column),
  };
}

function parseRecord(text: string): RecordRef {
  return text === 'new' ? 'new' : parseKey(text);
}

function parseKey(text: string): KeyValue[] {
  const list = parseFilter('and', `(${text})`);
  const items = list.kind === 'group' ? list.items : [];
  if (!items.every(isKeyValue)) throw new FilterSyntaxError(text);
  return items.map((item) => ({ column: item.column, value: item.value }));
}

function isKeyValue(filter: Filter): filter is Condition & { value: string } {
  return (
    filter.kind === 'condition' &&
    filter.operator === 'eq' &&
    !filter.negated &&
    typeof filter.value === 'string'
  );
}
