import type { InfiniteData } from '@tanstack/react-query';
import { buildKeysetOrder } from '@/data/paging/cursor/keyset.utils';
import type { RowPage } from '@/data/paging/segments/page-plan';
import { condition, type Filter } from '@/data/query/filters/filters.utils';
import type { OrderTerm, Row, Value } from '@/data/rows/row';
import type { LaneRef } from '@/data/rows/row-keys';
import { hasEnumOrder } from '@/data/values/formats/enum-labels';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column, Table } from '@/lib/api.gen';

/** A page of a lane. `total` is the lane's number of rows; only page 0 has it. */
export interface LanePage extends RowPage {
  /** Whether more rows can follow. */
  hasMore: boolean;
}

/** The start of a lane's page: its index, and the last row of the page before it. */
export interface LanePageParam {
  index: number;
  last: Row | undefined;
}

export type LaneData = InfiniteData<LanePage>;

/** Returns the filter for a lane's rows. */
export function buildLaneFilter({ column, value }: LaneRef): Filter {
  return value === null ? condition(column, 'is', 'null') : condition(column, 'eq', value);
}

/** Whether a row belongs to a lane. False if the lane's column is not loaded. */
export function isInLane(lane: LaneRef, row: Row): boolean {
  const value = row[lane.column];
  return value !== undefined && (value === null ? lane.value === null : String(value) === lane.value);
}

/**
 * Whether a lane can have rows under the filters. Only evaluates comparisons on the
 * lane's column: `status=neq.cancelled` excludes the lane 'cancelled'.
 */
export function canLaneHaveRows(lane: LaneRef, filters: readonly Filter[]): boolean {
  return filters.every((filter) => {
    if (filter.kind !== 'condition' || filter.column !== lane.column) return true;
    const { operator, value, negated } = filter;
    if (operator === 'is') return value === 'null' ? (lane.value === null) !== negated : true;
    if (!['eq', 'neq', 'in'].includes(operator)) return true;
    if (lane.value === null) return false;
    const matches = typeof value === 'string' ? value === lane.value : value.includes(lane.value);
    return matches !== (negated !== (operator === 'neq'));
  });
}

/** Compares two rows as PostgreSQL sorts them, except for its collation of texts. Negative if `a` comes first. */
function compareRows(table: Table, order: readonly OrderTerm[], a: Row, b: Row): number {
  // Requests add the key to the order, so that it is total.
  for (const term of buildKeysetOrder(table, order) ?? order) {
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

/** Compares two values of a column as PostgreSQL does, except for the collation of texts. Negative if `a` comes first. */
function compareValues(column: Column, a: Exclude<Value, null>, b: Exclude<Value, null>): number {
  const [left, right] = [String(a), String(b)];
  switch (column.kind) {
    case 'integer':
    case 'numeric':
    case 'float':
      return Number(left) - Number(right);
    case 'enum':
      if (hasEnumOrder(column)) return column.enum.indexOf(left) - column.enum.indexOf(right);
      return left.localeCompare(right);
    case 'text':
      return left.localeCompare(right);
    default:
      return left < right ? -1 : left > right ? 1 : 0;
  }
}

/**
 * Returns the index at which to insert a row into a lane's loaded rows. If the row
 * belongs after them and more rows follow (`hasMore`), returns 0, so that it is visible.
 */
export function findInsertIndex(
  table: Table,
  order: readonly OrderTerm[],
  rows: readonly Row[],
  row: Row,
  hasMore: boolean,
): number {
  const index = rows.findIndex((other) => compareRows(table, order, row, other) < 0);
  if (index >= 0) return index;
  return hasMore ? 0 : rows.length;
}

/** Returns a lane's pages after a row changed: the row is added, moved, replaced or removed, and the total is updated. */
export function updateLane(
  table: Table,
  order: readonly OrderTerm[],
  lane: LaneRef,
  data: LaneData,
  before: Row,
  after: Row,
): LaneData {
  const key = formatKeyText(getRowKey(table, before) ?? []);
  const isChangedRow = (row: Row) => formatKeyText(getRowKey(table, row) ?? []) === key;
  const isLoaded = data.pages.some((page) => page.rows.some(isChangedRow));
  const belongs = isInLane(lane, after);
  if (!isLoaded && !belongs) return data;
  // The row is on a page of the lane that is not loaded yet.
  if (!isLoaded && isInLane(lane, before)) return data;
  if (isLoaded && belongs && compareRows(table, order, before, after) === 0) {
    const pages = data.pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) => (isChangedRow(row) ? after : row)),
    }));
    return { ...data, pages };
  }
  const otherRows = data.pages.map((page) => ({
    ...page,
    rows: page.rows.filter((row) => !isChangedRow(row)),
  }));
  const pages = belongs ? insertRow(table, order, otherRows, after) : otherRows;
  const change = (belongs ? 1 : 0) - (isLoaded ? 1 : 0);
  return {
    ...data,
    pages: pages.map((page, i) =>
      i === 0 && page.total !== undefined ? { ...page, total: page.total + change } : page,
    ),
  };
}

/**
 * Returns a lane's pages as they are after the moves: rows that a move takes to another lane are removed, rows that come to
 * this lane are inserted at their position in the order, and the total is updated. Boards show moves that are not saved
 * yet this way.
 * `moves` contains each moved row before the move and its changed values, by its key text (`formatKeyText`). If the lane has
 * loaded the row, its loaded values are used instead of `row`.
 */
export function applyMovesToLane(
  table: Table,
  order: readonly OrderTerm[],
  lane: LaneRef,
  data: LaneData,
  moves: ReadonlyMap<string, { row: Row; changes: Row }>,
): LaneData {
  return [...moves].reduce((all, [key, { row, changes }]) => {
    const rows = all.pages.flatMap((page) => page.rows);
    const before = rows.find((other) => formatKeyText(getRowKey(table, other) ?? []) === key) ?? row;
    return updateLane(table, order, lane, all, before, { ...before, ...changes });
  }, data);
}

/** Returns the pages with the row inserted at the index that `findInsertIndex` returns. */
function insertRow(
  table: Table,
  order: readonly OrderTerm[],
  pages: readonly LanePage[],
  row: Row,
): LanePage[] {
  const hasMore = pages.at(-1)?.hasMore ?? false;
  let index = findInsertIndex(
    table,
    order,
    pages.flatMap((page) => page.rows),
    row,
    hasMore,
  );
  let isInserted = false;
  return pages.map((page, i) => {
    const fits = !isInserted && (index <= page.rows.length || i === pages.length - 1);
    if (!fits) {
      index -= page.rows.length;
      return page;
    }
    isInserted = true;
    return { ...page, rows: page.rows.toSpliced(index, 0, row) };
  });
}
