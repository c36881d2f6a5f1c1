import { condition, type Filter, group, quoteValue } from '@/data/query/filters/filters.utils';
import { FilterSyntaxError } from '@/data/query/filters/parse-filter';
import { isLookupName } from '@/data/query/lookups/lookup-name';
import type { OrderTerm, Row } from '@/data/rows/row';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';

/** The column by which a grid's rows are grouped, and the closed groups. */
export interface Grouping {
  column: string;
  closed: ClosedGroups;
}

/** The closed groups: those with the values, or with `allBut` all except these. Null is the group of the rows with NULL. */
export interface ClosedGroups {
  allBut: boolean;
  values: readonly (string | null)[];
}

export const noneClosed: ClosedGroups = { allBut: false, values: [] };
export const allClosed: ClosedGroups = { allBut: true, values: [] };

/** Whether the group of a value is closed. */
export function isClosed({ allBut, values }: ClosedGroups, value: string | null): boolean {
  return values.includes(value) !== allBut;
}

/** Opens or closes the group of a value. */
export function toggleGroup(closed: ClosedGroups, value: string | null): ClosedGroups {
  const values = closed.values.filter((other) => other !== value);
  return { ...closed, values: values.length < closed.values.length ? values : [...values, value] };
}

export interface CheckedClosedGroups {
  /** The closed groups that can exist. */
  closed: ClosedGroups;
  /** The values that are invalid for the column's type: the database would reject a filter on them. */
  impossible: readonly string[];
}

/**
 * Removes values from the URL's closed groups that cannot exist: invalid ones, and
 * if `isComplete` (all groups are loaded) those without a group.
 */
export function checkClosedGroups(
  column: Column,
  closed: ClosedGroups,
  groups: readonly GroupCount[],
  isComplete: boolean,
): CheckedClosedGroups {
  const existing = new Set(groups.map(({ value }) => value));
  const impossible = closed.values.filter(
    (value) =>
      value !== null && !existing.has(value) && 'problem' in checkEnteredValue(column, value, 'plain'),
  ) as string[];
  const removed = new Set<string | null>(impossible);
  const values = closed.values.filter((value) =>
    isComplete ? value === null || existing.has(value) : !removed.has(value),
  );
  return { closed: values.length === closed.values.length ? closed : { ...closed, values }, impossible };
}

/** Returns the closed groups without some values. */
export function removeClosedValues(closed: ClosedGroups, values: readonly string[]): ClosedGroups {
  const removed = new Set<string | null>(values);
  return { ...closed, values: closed.values.filter((value) => !removed.has(value)) };
}

/** Formats the URL's `collapsed`: `in.(draft,null,"null")`, or `not.in.(...)`. NULL is not quoted, the text "null" is. */
export function formatClosed({ allBut, values }: ClosedGroups): string {
  const items = values.map((value) => {
    if (value === null) return 'null';
    return value === 'null' ? '"null"' : quoteValue(value);
  });
  return `${allBut ? 'not.' : ''}in.(${items.join(',')})`;
}

/** Parses the URL's `collapsed`, the inverse of formatClosed. Throws FilterSyntaxError. */
export function parseClosed(text: string): ClosedGroups {
  const match = /^(not\.)?in\.\((.*)\)$/s.exec(text);
  if (!match) throw new FilterSyntaxError(text);
  const list = match[2] ?? '';
  if (list === '') return { allBut: match[1] !== undefined, values: [] };
  const values: (string | null)[] = [];
  const item = /(?:"((?:[^"\\]|\\.)*)"|([^",()]*))(,|$)/gsy;
  for (;;) {
    const itemMatch = item.exec(list);
    if (!itemMatch) throw new FilterSyntaxError(text);
    const [, quoted, plain = '', comma] = itemMatch;
    values.push(quoted === undefined ? (plain === 'null' ? null : plain) : quoted.replace(/\\(.)/gs, '$1'));
    if (comma === '') return { allBut: match[1] !== undefined, values };
  }
}

/** Returns the filter for the rows of open groups; undefined if all groups are open. */
export function openGroupsFilter(column: string, { allBut, values }: ClosedGroups): Filter | undefined {
  const notNullValues = values.filter((value) => value !== null);
  const includesNull = notNullValues.length < values.length;
  if (allBut) {
    const open = condition(column, 'in', notNullValues);
    return includesNull ? group('or', [open, condition(column, 'is', 'null')]) : open;
  }
  if (notNullValues.length === 0) return includesNull ? condition(column, 'is', 'null', true) : undefined;
  const open = condition(column, 'in', notNullValues, true);
  // `not in` doesn't match NULL.
  return includesNull ? open : group('or', [open, condition(column, 'is', 'null')]);
}

/** Returns the order with the grouped column first, in its direction in the order, so that a group's rows are consecutive. */
export function orderByGroup(column: string, order: readonly OrderTerm[]): OrderTerm[] {
  const own = order.find((term) => term.column === column);
  const others = order.filter((term) => term !== own);
  return [{ column, descending: own?.descending ?? false, nullsFirst: false }, ...others];
}

/** Kinds that have equality in the database, and values that are short enough for a URL. */
const groupableKind =
  /^(boolean|integer|numeric|float|text|uuid|date|time|timestamp|timestamptz|enum|network)$/;

/** Whether rows can be grouped by a column. */
export function isGroupable(column: Column): boolean {
  if (isLookupName(column.name)) return false;
  return !column.array && groupableKind.test(column.kind);
}

/** Returns the value of the group to which a row belongs; null for NULL and for an undefined row. */
export function groupValue(row: Row | undefined, column: string): string | null {
  const value = row?.[column] ?? null;
  return value === null ? null : String(value);
}

/** A group's value, and the number of its rows. */
export interface GroupCount {
  /** Null for the rows with NULL. */
  value: string | null;
  /** Undefined if the table is too large to count. */
  count: number | undefined;
}

/** A group with its position in the grid. */
export interface PositionedGroup extends GroupCount {
  closed: boolean;
  /** The index of the group's head among heads and rows. */
  headIndex: number;
  /** The position of its first row among the rows of open groups. */
  firstRow: number;
  /** The number of its visible rows; 0 if it is closed. */
  shownRows: number;
}

/** The positions of group heads and rows in the grid. */
export interface GroupLayout {
  groups: readonly PositionedGroup[];
  /** The number of heads and rows. */
  length: number;
  /** The differences between the loaded rows and the counts. If there are any, the counts are outdated. */
  differences: readonly CountDifference[];
}

/** A group that does not end where the counts imply (`moved`), or a value without a group (`new`). */
export interface CountDifference {
  kind: 'moved' | 'new';
  /** Identifies the difference, so that the groups are reloaded once for it. */
  text: string;
}

/** A loaded row: its position among the rows, and its value in the grouped column. */
export type LoadedRow = readonly [row: number, value: string | null];

/**
 * Computes the positions of group heads and rows. Counts and rows are read at
 * different times: if loaded rows show that a group begins elsewhere than the
 * counts imply, it begins there. Rows after the last known group have no head.
 */
export function layoutGroups(
  counts: readonly GroupCount[],
  closed: ClosedGroups,
  rowCount: number,
  loadedRows: readonly LoadedRow[] = [],
): GroupLayout {
  const open = counts.filter(({ value }) => !isClosed(closed, value));
  const { ends, unknown } = computeEndBounds(open, loadedRows);
  const groups: PositionedGroup[] = [];
  const moved: CountDifference[] = [];
  let headIndex = 0;
  let firstRow = 0;
  let openIndex = 0;
  for (const { value, count } of counts) {
    const isGroupClosed = isClosed(closed, value);
    // If groups are not counted, at most one is open, and all rows belong to it.
    const countedEnd = firstRow + (count ?? rowCount);
    const end = isGroupClosed ? firstRow : Math.max(firstRow, clampEnd(countedEnd, ends[openIndex]));
    const shownRows = Math.max(0, Math.min(end, rowCount) - firstRow);
    if (!isGroupClosed) {
      openIndex += 1;
      if (end !== countedEnd) moved.push({ kind: 'moved', text: `${value} ${end - countedEnd}` });
    }
    groups.push({ value, count, closed: isGroupClosed, headIndex, firstRow, shownRows });
    headIndex += 1 + shownRows;
    firstRow += shownRows;
  }
  const length = headIndex + Math.max(0, rowCount - firstRow);
  return { groups, length, differences: [...moved, ...unknown] };
}

/** Returns the number of rows of some groups; undefined if one of them is not counted. */
export function sumRows(groups: readonly GroupCount[]): number | undefined {
  return groups.reduce<number | undefined>(
    (sum, { count }) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
}

/** The lowest and the highest row position before which a group can end. */
type Bounds = readonly [min: number, max: number];

function clampEnd(end: number, [min, max]: Bounds = [0, Number.POSITIVE_INFINITY]): number {
  // After an edit in place, loaded rows can be out of order: then they are ignored.
  return min > max ? end : Math.min(Math.max(end, min), max);
}

/**
 * Returns for each open group the bounds of its end, from the loaded rows of the
 * groups; and the values of loaded rows that have no group, up to the number of
 * counted rows.
 */
function computeEndBounds(
  open: readonly GroupCount[],
  loadedRows: readonly LoadedRow[],
): { ends: Bounds[]; unknown: CountDifference[] } {
  const positions = new Map(open.map(({ value }, position) => [value, position]));
  const min: number[] = open.map(() => 0);
  const max: number[] = open.map(() => Number.POSITIVE_INFINITY);
  const countedRows = sumRows(open) ?? 0;
  const unknown = new Set<string | null>();
  for (const [row, value] of loadedRows) {
    const position = positions.get(value);
    if (position === undefined) {
      if (row < countedRows) unknown.add(value);
      continue;
    }
    min[position] = Math.max(min[position] ?? 0, row + 1);
    if (position > 0) max[position - 1] = Math.min(max[position - 1] ?? row, row);
  }
  for (let i = 1; i < open.length; i++) min[i] = Math.max(min[i] ?? 0, min[i - 1] ?? 0);
  for (let i = open.length - 2; i >= 0; i--) max[i] = Math.min(max[i] ?? 0, max[i + 1] ?? 0);
  return {
    ends: open.map((_, i) => [min[i] ?? 0, max[i] ?? 0]),
    unknown: [...unknown].map((value) => ({ kind: 'new', text: String(value) })),
  };
}

/** Returns the last group whose head (or first row) is at or before an index. */
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

/** Returns the group whose head or rows contain an index, and the index after its last row. */
export function groupAt(
  layout: GroupLayout,
  index: number,
): { group: PositionedGroup; end: number } | undefined {
  const group = findGroup(layout, index, 'headIndex');
  if (!group) return undefined;
  const end = group.headIndex + 1 + group.shownRows;
  // After the last group there can be rows without a head.
  return index < end ? { group, end } : undefined;
}

/** Returns the group whose head is at an index; undefined for a row. */
export function groupHeadAt(layout: GroupLayout, index: number): PositionedGroup | undefined {
  const found = findGroup(layout, index, 'headIndex');
  return found?.headIndex === index ? found : undefined;
}

/** Converts an index to a position among the rows; for a head, the position of its first row. */
export function getRowIndex(layout: GroupLayout, index: number): number {
  const found = findGroup(layout, index, 'headIndex');
  if (!found) return index;
  return found.firstRow + Math.max(0, index - found.headIndex - 1);
}

/** Converts a position among the rows to an index. */
export function indexOfRow(layout: GroupLayout, row: number): number {
  const found = findGroup(layout, row, 'firstRow');
  return found ? found.headIndex + 1 + row - found.firstRow : row;
}
