import { condition, type Filter, group, quoteValue } from '@/data/query/filters.utils';
import { FilterSyntaxError } from '@/data/query/parse-filter';
import type { OrderTerm, Row } from '@/data/rows/row';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';

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

export function toggleGroup(closed: ClosedGroups, value: string | null): ClosedGroups {
  const values = closed.values.filter((other) => other !== value);
  return { ...closed, values: values.length < closed.values.length ? values : [...values, value] };
}

/** What is closed, sorted out by whether rows can be asked for by it. */
export interface CheckedClosedGroups {
  closed: ClosedGroups;
  /** Values that the column can't have: to the database they would be an error. */
  impossible: readonly string[];
}

/**
 * What of an address's closed groups there can be, going by the column's type and the groups that are there. Once
 * those are all known, `whole`, any other value closes nothing.
 */
export function checkClosedGroups(
  column: Column,
  closed: ClosedGroups,
  groups: readonly GroupCount[],
  whole: boolean,
): CheckedClosedGroups {
  const found = new Set(groups.map(({ value }) => value));
  const impossible = closed.values.filter(
    (value) => value !== null && !found.has(value) && 'problem' in checkEnteredValue(column, value),
  ) as string[];
  const wrong = new Set<string | null>(impossible);
  const values = closed.values.filter((value) =>
    whole ? value === null || found.has(value) : !wrong.has(value),
  );
  return { closed: values.length === closed.values.length ? closed : { ...closed, values }, impossible };
}

export function removeClosedValues(closed: ClosedGroups, values: readonly string[]): ClosedGroups {
  const gone = new Set<string | null>(values);
  return { ...closed, values: closed.values.filter((value) => !gone.has(value)) };
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
export function openGroupsFilter(column: string, { allBut, values }: ClosedGroups): Filter | undefined {
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
export function orderByGroup(column: string, order: readonly OrderTerm[]): OrderTerm[] {
  const own = order.find((term) => term.column === column);
  const others = order.filter((term) => term !== own);
  return [{ column, descending: own?.descending ?? false, nullsFirst: false }, ...others];
}

/** Values of these kinds are told apart by the database, and fit into an address. */
const groupableKinds = new Set([
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
  return !column.array && (groupableKinds.has(column.kind) || column.kind.startsWith('timestamp'));
}

/** Which group a row is in. */
export function groupValue(row: Row | undefined, column: string): string | null {
  const value = row?.[column] ?? null;
  return value === null ? null : String(value);
}

export interface GroupCount {
  value: string | null;
  /** Undefined where counting would read too much. */
  count: number | undefined;
}

/** A group in the grid: its head, and its rows where it is open. */
export interface PositionedGroup extends GroupCount {
  closed: boolean;
  /** The index of the head among heads and rows. */
  headIndex: number;
  /** Its first row among all rows, and how many are shown. */
  firstRow: number;
  shownRows: number;
}

/** Where heads and rows stand, one below the other. */
export interface GroupLayout {
  groups: readonly PositionedGroup[];
  /** Heads and rows together. */
  length: number;
  /** In which ways the rows that were met are others than the counts say. */
  differences: readonly CountDifference[];
}

/** Groups that end elsewhere than counted, and values that are no group's. */
export interface CountDifference {
  kind: 'moved' | 'new';
  text: string;
}

/** A row that is there: its number among the rows, and what it has in the column of the groups. */
export type LoadedRow = readonly [row: number, value: string | null];

/**
 * Places heads before their rows. Counts and rows are read at different times: where rows that are there
 * tell that a group begins somewhere else than the counts say, it begins there. Rows past the last group
 * that is known stand at the end, without a head.
 */
export function layoutGroups(
  counts: readonly GroupCount[],
  closed: ClosedGroups,
  rowCount: number,
  met: readonly LoadedRow[] = [],
): GroupLayout {
  const open = counts.filter(({ value }) => !isClosed(closed, value));
  const { ends, unknown } = computeEndBounds(open, met);
  const groups: PositionedGroup[] = [];
  const moved: CountDifference[] = [];
  let headIndex = 0;
  let firstRow = 0;
  let opened = 0;
  for (const { value, count } of counts) {
    const shut = isClosed(closed, value);
    // Of groups that aren't counted one at most is open: its rows are all there are.
    const counted = firstRow + (count ?? rowCount);
    const end = shut ? firstRow : Math.max(firstRow, clampEnd(counted, ends[opened]));
    const shownRows = Math.max(0, Math.min(end, rowCount) - firstRow);
    if (!shut) {
      opened += 1;
      if (end !== counted) moved.push({ kind: 'moved', text: `${value} ${end - counted}` });
    }
    groups.push({ value, count, closed: shut, headIndex, firstRow, shownRows });
    headIndex += 1 + shownRows;
    firstRow += shownRows;
  }
  const length = headIndex + Math.max(0, rowCount - firstRow);
  return { groups, length, differences: [...moved, ...unknown] };
}

/** How many rows some groups have together; undefined where they aren't counted. */
export function sumRows(groups: readonly GroupCount[]): number | undefined {
  return groups.reduce<number | undefined>(
    (sum, { count }) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
}

/** The rows that a group may end before: at least this one, at most that. */
type Bounds = readonly [least: number, most: number];

function clampEnd(end: number, [least, most]: Bounds = [0, Number.POSITIVE_INFINITY]): number {
  // Rows that are out of order, as after an edit in place, tell nothing.
  return least > most ? end : Math.min(Math.max(end, least), most);
}

/**
 * Between which rows each open group ends, going by rows of it and of those around it; and values that are no
 * group's. Past the rows that are counted there may be any.
 */
function computeEndBounds(
  open: readonly GroupCount[],
  met: readonly LoadedRow[],
): { ends: Bounds[]; unknown: CountDifference[] } {
  const places = new Map(open.map(({ value }, place) => [value, place]));
  const least: number[] = open.map(() => 0);
  const most: number[] = open.map(() => Number.POSITIVE_INFINITY);
  const counted = sumRows(open) ?? 0;
  const unknown = new Set<string | null>();
  for (const [row, value] of met) {
    const place = places.get(value);
    if (place === undefined) {
      if (row < counted) unknown.add(value);
      continue;
    }
    least[place] = Math.max(least[place] ?? 0, row + 1);
    if (place > 0) most[place - 1] = Math.min(most[place - 1] ?? row, row);
  }
  for (let place = 1; place < open.length; place++) {
    least[place] = Math.max(least[place] ?? 0, least[place - 1] ?? 0);
  }
  for (let place = open.length - 2; place >= 0; place--) {
    most[place] = Math.min(most[place] ?? 0, most[place + 1] ?? 0);
  }
  return {
    ends: open.map((_, place) => [least[place] ?? 0, most[place] ?? 0]),
    unknown: [...unknown].map((value) => ({ kind: 'new', text: String(value) })),
  };
}

/** The last group whose head is at an index or before it. */
function findGroup(
  { groups }: GroupLayout,
  index: number,
  by: 'headIndex' | 'firstRow',
): PositionedGroup | undefined {
  let [low, high] = [0, groups.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((groups[middle]?.[by] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return groups[low - 1];
}

/** The group in whose head or rows an index is, and the index after its last row. */
export function groupAt(
  layout: GroupLayout,
  index: number,
): { group: PositionedGroup; end: number } | undefined {
  const group = findGroup(layout, index, 'headIndex');
  if (!group) return undefined;
  const end = group.headIndex + 1 + group.shownRows;
  // Behind the groups that are counted there can be rows without a head.
  return index < end ? { group, end } : undefined;
}

/** The group whose head stands at an index; undefined for a row. */
export function groupHeadAt(layout: GroupLayout, index: number): PositionedGroup | undefined {
  const found = findGroup(layout, index, 'headIndex');
  return found?.headIndex === index ? found : undefined;
}

/** The row at an index, by its number among the rows; for a head, the first row below it. */
export function rowIndexAt(layout: GroupLayout, index: number): number {
  const found = findGroup(layout, index, 'headIndex');
  if (!found) return index;
  return found.firstRow + Math.max(0, index - found.headIndex - 1);
}

/** The index of a row, by its number among the rows. */
export function indexOfRow(layout: GroupLayout, row: number): number {
  const found = findGroup(layout, row, 'firstRow');
  return found ? found.headIndex + 1 + row - found.firstRow : row;
}
