import type { Column } from '@/lib/api.gen';
import { condition, type Filter, FilterSyntaxError, group, quoteValue } from '../address/filters.utils';
import type { OrderTerm } from '../row';

/** By which column a grid's rows are grouped, and which groups are closed. */
export interface Grouping {
  column: string;
  closed: ClosedGroups;
}

/** These groups, or all but these. Null is the group of the rows without a value. */
export interface ClosedGroups {
  allBut: boolean;
  values: readonly (string | null)[];
}

export const noneClosed: ClosedGroups = { allBut: false, values: [] };
export const allClosed: ClosedGroups = { allBut: true, values: [] };

export function isClosed({ allBut, values }: ClosedGroups, value: string | null): boolean {
  return values.includes(value) !== allBut;
}

export function toggledGroup(closed: ClosedGroups, value: string | null): ClosedGroups {
  const values = closed.values.filter((other) => other !== value);
  return { ...closed, values: values.length < closed.values.length ? values : [...values, value] };
}

/** Without values that an enum has no longer: to the database they would be an error. */
export function knownClosed(column: Column, closed: ClosedGroups): ClosedGroups {
  if (column.kind !== 'enum') return closed;
  const values = closed.values.filter((value) => value === null || column.enum.includes(value));
  return values.length === closed.values.length ? closed : { ...closed, values };
}

/** `in.(draft,null,"null")`, or `not.in.(...)` for all but these: NULL stands bare, the text in quotes. */
export function formatClosed({ allBut, values }: ClosedGroups): string {
  const items = values.map((value) => {
    if (value === null) return 'null';
    return value === 'null' ? '"null"' : quoteValue(value);
  });
  return `${allBut ? 'not.' : ''}in.(${items.join(',')})`;
}

/** Reads what formatClosed wrote. Throws FilterSyntaxError. */
export function parseClosed(text: string): ClosedGroups {
  const match = /^(not\.)?in\.\((.*)\)$/s.exec(text);
  if (!match) throw new FilterSyntaxError(text);
  const list = match[2] ?? '';
  if (list === '') return { allBut: match[1] !== undefined, values: [] };
  const values: (string | null)[] = [];
  const item = /(?:"((?:[^"\\]|\\.)*)"|([^",()]*))(,|$)/gsy;
  for (;;) {
    const found = item.exec(list);
    if (!found) throw new FilterSyntaxError(text);
    const [, quoted, plain = '', comma] = found;
    values.push(quoted === undefined ? (plain === 'null' ? null : plain) : quoted.replace(/\\(.)/gs, '$1'));
    if (comma === '') return { allBut: match[1] !== undefined, values };
  }
}

/** What leaves out the rows of closed groups; undefined where all are open. */
export function openFilter(column: string, { allBut, values }: ClosedGroups): Filter | undefined {
  const known = values.filter((value) => value !== null);
  const withNull = known.length < values.length;
  if (allBut) {
    const among = condition(column, 'in', known);
    return withNull ? group('or', [among, condition(column, 'is', 'null')]) : among;
  }
  if (known.length === 0) return withNull ? condition(column, 'is', 'null', true) : undefined;
  const outside = condition(column, 'in', known, true);
  // To `not in`, NULL is neither inside nor outside.
  return withNull ? outside : group('or', [outside, condition(column, 'is', 'null')]);
}

/** The order that keeps a group's rows together: by its column, in the direction that the page has for it. */
export function groupedOrder(column: string, order: readonly OrderTerm[]): OrderTerm[] {
  const own = order.find((term) => term.column === column);
  const others = order.filter((term) => term !== own);
  return [{ column, descending: own?.descending ?? false, nullsFirst: false }, ...others];
}

/** Values of these kinds are told apart by the database, and fit into an address. */
const kinds = new Set([
  'boolean',
  'integer',
  'numeric',
  'float',
  'text',
  'uuid',
  'date',
  'time',
  'enum',
  'network',
]);

/** Whether rows can be grouped by a column: its values have an order and are short. */
export function isGroupable(column: Column): boolean {
  return !column.array && (kinds.has(column.kind) || column.kind.startsWith('timestamp'));
}

export interface GroupCount {
  value: string | null;
  /** Undefined where counting would read too much. */
  count: number | undefined;
}

/** A group in the grid: its head, and its rows where it is open. */
export interface PlacedGroup extends GroupCount {
  closed: boolean;
  /** The index of the head among heads and rows. */
  at: number;
  /** Its first row among all rows, and how many are shown. */
  first: number;
  rows: number;
}

/** Where heads and rows stand, one below the other. */
export interface GroupLayout {
  groups: readonly PlacedGroup[];
  /** Heads and rows together. */
  length: number;
}

/** Places heads before their rows. Rows past the last group that is known stand at the end, without a head. */
export function layoutGroups(
  counts: readonly GroupCount[],
  closed: ClosedGroups,
  rowCount: number,
): GroupLayout {
  const groups: PlacedGroup[] = [];
  let at = 0;
  let first = 0;
  for (const { value, count } of counts) {
    const shut = isClosed(closed, value);
    // Of groups that aren't counted one at most is open: its rows are all there are.
    const rows = shut ? 0 : Math.min(count ?? rowCount, Math.max(0, rowCount - first));
    groups.push({ value, count, closed: shut, at, first, rows });
    at += 1 + rows;
    first += rows;
  }
  return { groups, length: at + Math.max(0, rowCount - first) };
}

/** The last group whose head is at an index or before it. */
function groupBefore({ groups }: GroupLayout, index: number, by: 'at' | 'first'): PlacedGroup | undefined {
  let [low, high] = [0, groups.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((groups[middle]?.[by] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return groups[low - 1];
}

/** The group whose head stands at an index; undefined for a row. */
export function headAt(layout: GroupLayout, index: number): PlacedGroup | undefined {
  const found = groupBefore(layout, index, 'at');
  return found?.at === index ? found : undefined;
}

/** The row at an index, by its number among the rows; for a head, the first row below it. */
export function rowIndexAt(layout: GroupLayout, index: number): number {
  const found = groupBefore(layout, index, 'at');
  if (!found) return index;
  return found.first + Math.max(0, index - found.at - 1);
}

/** The index of a row, by its number among the rows. */
export function indexOfRow(layout: GroupLayout, row: number): number {
  const found = groupBefore(layout, row, 'first');
  return found ? found.at + 1 + row - found.first : row;
}
