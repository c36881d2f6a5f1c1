import type { InfiniteData } from '@tanstack/react-query';
import { keysetOrder } from '@/data/paging/cursor/keyset.utils';
import type { RowPage } from '@/data/paging/segments/page-plan';
import { condition, type Filter } from '@/data/query/filters.utils';
import type { OrderTerm, Row, Value } from '@/data/rows/row';
import type { LaneRef } from '@/data/rows/row-keys';
import { keyOf, keyText } from '@/data/writes/batches/guards.utils';
import type { Column, Table } from '@/lib/api.gen';

/** A page of a lane; `total` is how many rows the lane has, as page 0 knows it. */
export interface LanePage extends RowPage {
  /** Rows may follow. */
  hasMore: boolean;
}

/** Where a lane's page begins: after the last row of the page before. */
export interface LanePageParam {
  index: number;
  last: Row | undefined;
}

export type LaneData = InfiniteData<LanePage>;

/** The filter that makes a lane. */
export function laneFilter({ column, value }: LaneRef): Filter {
  return value === null ? condition(column, 'is', 'null') : condition(column, 'eq', value);
}

/** Whether a row belongs into a lane. */
export function isInLane(lane: LaneRef, row: Row): boolean {
  const value = row[lane.column];
  return value !== undefined && (value === null ? lane.value === null : String(value) === lane.value);
}

/**
 * Whether a page's filters leave a lane any rows, as far as comparisons on the
 * lanes' own column tell: `status=neq.cancelled` needs no lane for 'cancelled'.
 */
export function canLaneHaveRows(lane: LaneRef, filters: readonly Filter[]): boolean {
  return filters.every((filter) => {
    if (filter.kind !== 'condition' || filter.column !== lane.column) return true;
    const { operator, value, negated } = filter;
    if (operator === 'is') return value === 'null' ? (lane.value === null) !== negated : true;
    if (!['eq', 'neq', 'in'].includes(operator)) return true;
    if (lane.value === null) return false;
    const named = typeof value === 'string' ? value === lane.value : value.includes(lane.value);
    return named !== (negated !== (operator === 'neq'));
  });
}

/** Below zero where `a` stands before `b` in an order; PostgreSQL's, as far as a browser can tell. */
function compareRows(table: Table, order: readonly OrderTerm[], a: Row, b: Row): number {
  // As rows are asked for: what the order leaves open is decided by the key.
  for (const term of keysetOrder(table, order) ?? order) {
    const column = table.columns.find(({ name }) => name === term.column);
    const [left, right] = [a[term.column] ?? null, b[term.column] ?? null];
    if (!column || left === right) continue;
    const nullsFirst = term.nullsFirst ?? term.descending;
    if (left === null) return nullsFirst ? -1 : 1;
    if (right === null) return nullsFirst ? 1 : -1;
    const compared = compareValues(column, left, right);
    if (compared !== 0) return term.descending ? -compared : compared;
  }
  return 0;
}

function compareValues(column: Column, a: Exclude<Value, null>, b: Exclude<Value, null>): number {
  const [left, right] = [String(a), String(b)];
  switch (column.kind) {
    case 'integer':
    case 'numeric':
    case 'float':
      return Number(left) - Number(right);
    case 'enum':
      return column.enum.indexOf(left) - column.enum.indexOf(right);
    case 'text':
      return left.localeCompare(right);
    default:
      return left < right ? -1 : left > right ? 1 : 0;
  }
}

/**
 * Where a row that came into a lane stands: by the order; at the top if that
 * would be past the rows that are loaded.
 */
export function findInsertIndex(
  table: Table,
  order: readonly OrderTerm[],
  rows: readonly Row[],
  row: Row,
  more: boolean,
): number {
  const at = rows.findIndex((other) => compareRows(table, order, row, other) < 0);
  if (at >= 0) return at;
  return more ? 0 : rows.length;
}

/** A lane's pages after a row became another: it leaves, comes, or stays and is new. */
export function updateLane(
  table: Table,
  order: readonly OrderTerm[],
  lane: LaneRef,
  data: LaneData,
  before: Row,
  now: Row,
): LaneData {
  const key = keyText(keyOf(table, before) ?? []);
  const same = (row: Row) => keyText(keyOf(table, row) ?? []) === key;
  const held = data.pages.some((page) => page.rows.some(same));
  const belongs = isInLane(lane, now);
  if (!held && !belongs) return data;
  // A row of the lane that isn't loaded yet comes with its page.
  if (!held && isInLane(lane, before)) return data;
  if (held && belongs && compareRows(table, order, before, now) === 0) {
    const pages = data.pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) => (same(row) ? now : row)),
    }));
    return { ...data, pages };
  }
  const without = data.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => !same(row)) }));
  const pages = belongs ? insertRow(table, order, without, now) : without;
  const change = (belongs ? 1 : 0) - (held ? 1 : 0);
  return {
    ...data,
    pages: pages.map((page, i) =>
      i === 0 && page.total !== undefined ? { ...page, total: page.total + change } : page,
    ),
  };
}

/** A lane's pages as they will be when rows have moved. A row of the lane itself is known best by it. */
export function applyMovesToLane(
  table: Table,
  order: readonly OrderTerm[],
  lane: LaneRef,
  data: LaneData,
  moves: ReadonlyMap<string, { row: Row; changes: Row }>,
): LaneData {
  return [...moves].reduce((all, [key, { row, changes }]) => {
    const rows = all.pages.flatMap((page) => page.rows);
    const own = rows.find((other) => keyText(keyOf(table, other) ?? []) === key) ?? row;
    return updateLane(table, order, lane, all, own, { ...own, ...changes });
  }, data);
}

function insertRow(
  table: Table,
  order: readonly OrderTerm[],
  pages: readonly LanePage[],
  row: Row,
): LanePage[] {
  const more = pages.at(-1)?.hasMore ?? false;
  let place = findInsertIndex(
    table,
    order,
    pages.flatMap((page) => page.rows),
    row,
    more,
  );
  let done = false;
  return pages.map((page, i) => {
    const fits = !done && (place <= page.rows.length || i === pages.length - 1);
    if (!fits) {
      place -= page.rows.length;
      return page;
    }
    done = true;
    return { ...page, rows: page.rows.toSpliced(place, 0, row) };
  });
}
