import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import type { OrderTerm, Row, Value } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { hasNullsFirst, reverseOrder } from './keyset.utils';

/**
 * A position between two rows of an order, by the values of the order's columns.
 * Unlike an offset, the database finds it by an index at the same cost anywhere in
 * the table, and inserts and deletes do not move it.
 */
export interface KeysetCursor {
  /** Values of the order's first columns; of all columns if the cursor is next to a row. */
  values: readonly Value[];
  /** Whether the cursor is before or after the rows with these values. */
  side: 'before' | 'after';
  /**
   * The number of the first values that many rows share. Rows with these values are
   * requested separately: for `state > 'sent' or (state = 'sent' and id > 7)`,
   * PostgreSQL reads all rows with the state from an index, for `state = 'sent' and
   * id > 7` only the matching ones.
   */
  sharedCount: number;
}

/** Maximum length of a value in a cursor. A longer one can make a URL too long for proxies. */
const maxValueLength = 1000;

/**
 * Returns the cursor before or after a row; undefined if one of its values is missing, an array or too long.
 * `sharedCount`: how many of the first values many rows share (see KeysetCursor).
 */
export function createCursor(
  order: readonly OrderTerm[],
  row: Row,
  side: KeysetCursor['side'],
  sharedCount = 0,
): KeysetCursor | undefined {
  const values: Value[] = [];
  for (const { column } of order) {
    const value = row[column];
    if (value === undefined || Array.isArray(value)) return undefined;
    if (typeof value === 'string' && value.length > maxValueLength) return undefined;
    values.push(value);
  }
  return { values, side, sharedCount };
}

/** Returns how many of the order's first values all rows of a page share, which the next page probably shares too. */
export function countSharedValues(order: readonly OrderTerm[], rows: readonly Row[]): number {
  const [first, last] = [rows[0], rows.at(-1)];
  if (rows.length < 2 || !first || !last) return 0;
  const differing = order.findIndex(({ column }) => first[column] !== last[column]);
  return differing < 0 ? order.length - 1 : differing;
}

export interface CursorContext {
  table: Table;
  /** A total order (buildKeysetOrder): no two rows are equal in it. */
  order: readonly OrderTerm[];
}

/**
 * Returns the filters for the rows on one side of a cursor, as a list of consecutive
 * requests. Each request is a range that an index on the order can scan. Together
 * they return each row once, in the order; for the rows before the cursor
 * (`isForward` false) in the reverse order.
 */
export function buildCursorFilters(
  { table, order }: CursorContext,
  cursor: KeysetCursor,
  isForward: boolean,
): Filter[][] {
  const nullable = new Set(table.columns.filter((column) => column.nullable).map(({ name }) => name));
  const terms = isForward ? order : reverseOrder(order);
  return buildRangeFilters(terms, cursor.values, {
    isInclusive: (cursor.side === 'before') === isForward,
    sharedCount: cursor.sharedCount,
    nullable,
  });
}

interface RangeOptions {
  /** Whether the rows with the values belong to the range. */
  isInclusive: boolean;
  sharedCount: number;
  /** Names of the columns that can be NULL. */
  nullable: ReadonlySet<string>;
}

const isNull = (column: string, negated = false) => condition(column, 'is', 'null', negated);

/**
 * Returns the filters for the rows after the values in the order of the terms, as for buildCursorFilters. The rows share the
 * first `sharedCount` values. Calls itself for the other terms.
 */
function buildRangeFilters(
  terms: readonly OrderTerm[],
  values: readonly Value[],
  options: RangeOptions,
): Filter[][] {
  const [term, ...otherTerms] = terms;
  const [value, ...otherValues] = values;
  if (!term || value === undefined) return options.isInclusive ? [[]] : [];
  const { column } = term;
  const withEqual = (equal: Filter) =>
    buildRangeFilters(otherTerms, otherValues, { ...options, sharedCount: options.sharedCount - 1 }).map(
      (filters) => [equal, ...filters],
    );
  if (value === null) {
    const nullRange = withEqual(isNull(column));
    return hasNullsFirst(term) ? [...nullRange, [isNull(column, true)]] : nullRange;
  }
  const nulls = !hasNullsFirst(term) && options.nullable.has(column) ? [[isNull(column)]] : [];
  const operator = term.descending ? 'lt' : 'gt';
  const text = String(value);
  if (otherValues.length === 0) {
    return [[condition(column, options.isInclusive ? `${operator}e` : operator, text)], ...nulls];
  }
  const afterValue = condition(column, operator, text);
  if (options.sharedCount > 0) return [...withEqual(condition(column, 'eq', text)), [afterValue], ...nulls];
  // The first condition is redundant, but PostgreSQL can use it to scan an index, unlike the `or`.
  const bound = condition(column, `${operator}e`, text);
  const inner = toOrItems(buildRangeFilters(otherTerms, otherValues, options));
  return [[bound, group('or', [afterValue, ...inner])], ...nulls];
}

/** Returns the items of an `or` for filter lists of which a row must match one. */
function toOrItems(lists: readonly Filter[][]): Filter[] {
  return lists.flatMap((filters) => (filters.length === 1 ? filters : [group('and', filters)]));
}

/** Combines the requests of buildCursorFilters into one, for an offset from the cursor. PostgreSQL cannot use an index for it. */
export function combineFilters(lists: readonly Filter[][]): Filter[] {
  const only = lists.length === 1 ? lists[0] : undefined;
  return only ? [...only] : [group('or', toOrItems(lists))];
}

/** Whether two cursors are at the same position. False if either is undefined. */
export function isSameCursor(a: KeysetCursor | undefined, b: KeysetCursor | undefined): boolean {
  if (!a || !b || a.side !== b.side || a.values.length !== b.values.length) return false;
  return a.values.every((value, i) => value === b.values[i]);
}
