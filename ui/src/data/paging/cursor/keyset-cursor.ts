import { condition, type Filter, group } from '@/data/query/filters.utils';
import type { OrderTerm, Row, Value } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { hasNullsFirst, reverseOrder } from './keyset.utils';

/**
 * A place between two rows of an order, named by values and not by a count of
 * rows: wherever in the table it lies, an index leads to it at the same cost,
 * and it stays where it is whatever happens to the rows around it.
 */
export interface KeysetCursor {
  /** Values of the order's first columns; of all of them where the cut is beside a row. */
  values: readonly Value[];
  /** Whether the rows with these values come before it or after it. */
  side: 'before' | 'after';
  /**
   * How many of the values many rows share. Those are looked up as equal, in
   * requests of their own: 'state > sent, or state = sent and id > 7' makes an
   * index read all that is sent first, 'state = sent and id > 7' doesn't.
   */
  sharedCount: number;
}

/** Longer than this, a value would make the address of a request too long for some proxies. */
const maxValueLength = 1000;

/** The cut beside a row. Undefined if one of its values can't be put in an address. */
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

/** How many of the order's first values all these rows share: as many as that, the next ones are likely to. */
export function countSharedValues(order: readonly OrderTerm[], rows: readonly Row[]): number {
  const [first, last] = [rows[0], rows.at(-1)];
  if (rows.length < 2 || !first || !last) return 0;
  const differing = order.findIndex(({ column }) => first[column] !== last[column]);
  return differing < 0 ? order.length - 1 : differing;
}

export interface CursorContext {
  table: Table;
  /** Total: no two rows are equal in it. */
  order: readonly OrderTerm[];
}

/**
 * The rows on one side of a cut, as filters for one request after the other:
 * each is a range that an index on the order can begin with, and together they
 * hold those rows once, in the order (for the rows before: in the reverse one).
 */
export function buildCursorFilters(
  { table, order }: CursorContext,
  cut: KeysetCursor,
  forwards: boolean,
): Filter[][] {
  const nullable = new Set(table.columns.filter((column) => column.nullable).map(({ name }) => name));
  const terms = forwards ? order : reverseOrder(order);
  return buildRangeFilters(terms, cut.values, {
    inclusive: (cut.side === 'before') === forwards,
    shared: cut.sharedCount,
    nullable,
  });
}

interface RangeOptions {
  inclusive: boolean;
  shared: number;
  nullable: ReadonlySet<string>;
}

const isNull = (column: string, negated = false) => condition(column, 'is', 'null', negated);

function buildRangeFilters(
  terms: readonly OrderTerm[],
  values: readonly Value[],
  how: RangeOptions,
): Filter[][] {
  const [term, ...rest] = terms;
  const [value, ...others] = values;
  if (!term || value === undefined) return how.inclusive ? [[]] : [];
  const { column } = term;
  const inner = (equal: Filter) =>
    buildRangeFilters(rest, others, { ...how, shared: how.shared - 1 }).map((filters) => [equal, ...filters]);
  if (value === null) {
    return hasNullsFirst(term) ? [...inner(isNull(column)), [isNull(column, true)]] : inner(isNull(column));
  }
  const nulls = !hasNullsFirst(term) && how.nullable.has(column) ? [[isNull(column)]] : [];
  const operator = term.descending ? 'lt' : 'gt';
  const text = String(value);
  if (others.length === 0) {
    return [[condition(column, how.inclusive ? `${operator}e` : operator, text)], ...nulls];
  }
  const further = condition(column, operator, text);
  if (how.shared > 0) return [...inner(condition(column, 'eq', text)), [further], ...nulls];
  // The first condition says nothing new, but it is what an index can begin with: it doesn't see into the `or`.
  const bound = condition(column, `${operator}e`, text);
  return [[bound, group('or', [further, ...toOrItems(buildRangeFilters(rest, others, how))])], ...nulls];
}

/** Filter lists, of which a row has to match one, as the items of an `or`. */
function toOrItems(lists: readonly Filter[][]): Filter[] {
  return lists.flatMap((filters) => (filters.length === 1 ? filters : [group('and', filters)]));
}

/** The same rows as `beyond` names, in one filter: for an offset from a cut, and not for an index. */
export function combineFilters(lists: readonly Filter[][]): Filter[] {
  const only = lists.length === 1 ? lists[0] : undefined;
  return only ? [...only] : [group('or', toOrItems(lists))];
}

/** Whether two cuts are the same one. */
export function isSameCursor(a: KeysetCursor | undefined, b: KeysetCursor | undefined): boolean {
  if (!a || !b || a.side !== b.side || a.values.length !== b.values.length) return false;
  return a.values.every((value, i) => value === b.values[i]);
}
