import { formatClosed, type Grouping, noneClosed, parseClosed } from '@/data/paging/groups/groups.utils';
import type { OrderTerm } from '@/data/rows/row';
import {
  type Condition,
  condition,
  type Filter,
  FilterSyntaxError,
  formatFilters,
  formatNested,
  type Parameter,
  parseFilter,
  quoteName,
} from './filters.utils';
import { formatView, gridView, parseView, type ViewRef } from './view-ref.utils';

/**
 * What a table's page shows, as its address says it: filters, order and columns
 * in PostgREST's own syntax (`?status=eq.draft&order=due_on.desc&select=id,total`),
 * plus `search` (quick search), `record` (the open one, by its key:
 * `record=id.eq.5`, or `record=new`, as a copy `record=new&copy=id.eq.5`), `panel=full`, `view` (`view=board.status`)
 * and `widths` (`widths=name.240.pin,total.96`, where pinned columns are told too).
 */
export interface TablePageState {
  filters: readonly Filter[];
  search: string;
  order: readonly OrderTerm[];
  /** The columns shown, in their order; undefined means the table's own. */
  select: readonly string[] | undefined;
  /** Widths and pinned columns as somebody shared them; undefined means the person's own. */
  layout: ColumnLayout | undefined;
  group: Grouping | undefined;
  record: RecordRef | undefined;
  /** The record that a new one starts as a copy of. */
  copy: readonly KeyValue[] | undefined;
  isFullPanel: boolean;
  view: ViewRef;
  /** Parts of the address that could not be read; they are told, and dropped at the next change. */
  problems: readonly string[];
}

/** How wide a grid's columns are, in pixels, and which stay at its left. */
export interface ColumnLayout {
  widths: Readonly<Record<string, number>>;
  pinned: readonly string[];
}

/** Which record is open: a new one, or the one with these values in its key. */
export type RecordRef = 'new' | readonly KeyValue[];

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
  record: undefined,
  copy: undefined,
  isFullPanel: false,
  view: gridView,
  problems: [],
};

/** Reads the part of an address after the question mark. */
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
      else if (name === 'record') state.record = parseRecord(value);
      else if (name === 'copy') state.copy = parseKey(value);
      else if (name === 'panel') state.isFullPanel = value === 'full';
      else if (name === 'view') state.view = parseView(value);
      else filters.push(...unwrapGroup(parseFilter(name, value)));
    } catch (error) {
      if (!(error instanceof FilterSyntaxError)) throw error;
      problems.push(`${name}=${value}`);
    }
  }
  if (state.group) state.group = { ...state.group, closed };
  return { ...state, filters, problems };
}

/** Conditions that all have to hold are a list already: `and=(a,b)` is two filters. */
function unwrapGroup(filter: Filter): readonly Filter[] {
  return filter.kind === 'group' && filter.logic === 'and' && !filter.negated ? filter.items : [filter];
}

/** Writes the part of an address after the question mark; '' for the empty state. */
export function formatTablePageState(state: TablePageState): string {
  const parameters: Parameter[] = [...formatFilters(state.filters)];
  const view = formatView(state.view);
  if (view !== '') parameters.unshift(['view', view]);
  if (state.search !== '') parameters.push(['search', state.search]);
  if (state.order.length > 0) parameters.push(['order', formatOrder(state.order)]);
  if (state.group) {
    const { column, closed } = state.group;
    parameters.push(['group', column]);
    if (closed.allBut || closed.values.length > 0) parameters.push(['collapsed', formatClosed(closed)]);
  }
  if (state.select) parameters.push(['select', formatSelect(state.select)]);
  if (state.layout) parameters.push(['widths', formatLayout(state.layout)]);
  if (state.record) parameters.push(['record', formatRecord(state.record)]);
  if (state.record === 'new' && state.copy) parameters.push(['copy', formatRecord(state.copy)]);
  if (state.record && state.isFullPanel) parameters.push(['panel', 'full']);
  return parameters.map(([name, value]) => `${encodeReadable(name)}=${encodeReadable(value)}`).join('&');
}

/** Percent-encoded, but for what browsers leave alone in a query and people like to read. */
function encodeReadable(text: string): string {
  return encodeURIComponent(text)
    .replace(/%(28|29|2C|3A)/g, decodeURIComponent)
    .replaceAll('%20', '+');
}

export function formatOrder(order: readonly OrderTerm[]): string {
  return order
    .map(({ column, descending, nullsFirst }) => {
      const nulls = nullsFirst === undefined ? '' : nullsFirst ? '.nullsfirst' : '.nullslast';
      return `${quoteName(column)}.${descending ? 'desc' : 'asc'}${nulls}`;
    })
    .join(',');
}

function formatSelect(columns: readonly string[]): string {
  return columns.map(quoteName).join(',');
}

function formatLayout({ widths, pinned }: ColumnLayout): string {
  return [...new Set([...pinned, ...Object.keys(widths)])]
    .map((name) => {
      const width = Object.hasOwn(widths, name) ? `.${widths[name]}` : '';
      return `${quoteName(name)}${width}${pinned.includes(name) ? '.pin' : ''}`;
    })
    .join(',');
}

export function formatRecord(record: RecordRef): string {
  if (record === 'new') return 'new';
  return record.map(({ column, value }) => formatNested(condition(column, 'eq', value))).join(',');
}

function parseOrder(text: string): OrderTerm[] {
  return splitList(text).map(([column, suffix]) => {
    const match = /^(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(suffix);
    if (!match || column === '') throw new FilterSyntaxError(text);
    const term: OrderTerm = { column, descending: match[1] === 'desc' };
    return match[2] === undefined ? term : { ...term, nullsFirst: match[2] === 'first' };
  });
}

function parseSelect(text: string): string[] {
  return splitList(text).map(([column, suffix]) => {
    if (suffix !== '' || column === '') throw new FilterSyntaxError(text);
    return column;
  });
}

/** Narrower than this a column can't be grasped; wider, and it is all there is to see. */
const minWidth = 40;
const maxWidth = 2_000;

function parseLayout(text: string): ColumnLayout {
  const terms = splitList(text).map(([column, suffix]) => {
    const match = /^(?:\.(\d{1,5}))?(\.pin)?$/.exec(suffix);
    if (!match || suffix === '' || column === '') throw new FilterSyntaxError(text);
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

/** Splits `a.desc,"b c".asc` at its commas into names (unquoted) and what follows them. */
function splitList(text: string): [name: string, suffix: string][] {
  if (text === '') return [];
  const items: [string, string][] = [];
  const item = /(?:"((?:[^"\\]|\\.)*)"|([^",.]*))([^",]*)(,|$)/gy;
  for (;;) {
    const match = item.exec(text);
    if (!match) throw new FilterSyntaxError(text);
    const [, quoted, plain, suffix, comma] = match;
    items.push([quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '', suffix ?? '']);
    if (comma === '') return items;
  }
}
