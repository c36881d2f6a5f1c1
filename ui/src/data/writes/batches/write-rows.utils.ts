import { identityOf } from '@/data/paging/cursor/keyset.utils';
import { type Condition, condition, type Filter, formatNested, group } from '@/data/query/filters.utils';
import type { Table } from '@/lib/api.gen';
import type { RowWrite } from '../edits/row-changes';

/** Characters of conditions in one request: what keeps its address short of every proxy's limit. */
const maxAddressLength = 3_000;

/** Rows in one request: what one statement changes, and one look into the others asks, stays small. */
const maxRowsPerRequest = 200;

/** What has to be the same for two writes to go in one request. */
export function signatureOf(table: Table, write: RowWrite, index: number): string {
  if (write.kind !== 'update') return write.kind;
  const movesKey = identityOf(table)?.some((name) => name in write.changes);
  return movesKey ? `one ${index}` : JSON.stringify(Object.entries(write.changes).toSorted());
}

/**
 * One filter for rows of which each has to meet its own conditions: what all
 * share once, then their keys as a list, or each row's conditions by themselves.
 */
export function matchAnyRow(rows: readonly (readonly Condition[])[]): Filter[] {
  const [first = []] = rows;
  if (rows.length === 1) return [...first];
  const texts = rows.map((row) => new Set(row.map(formatNested)));
  const isShared = (one: Condition) => texts.every((set) => set.has(formatNested(one)));
  const shared = first.filter(isShared);
  const own = rows.map((row) => row.filter((one) => !isShared(one)));
  const column = own[0]?.[0]?.column;
  const values = own.flatMap((row) => {
    const [only] = row;
    const plain = row.length === 1 && only?.column === column && only?.operator === 'eq';
    return plain && typeof only?.value === 'string' ? only.value : [];
  });
  if (column !== undefined && values.length === rows.length) {
    return [...shared, condition(column, 'in', values)];
  }
  const each = own.map((row) => (row.length === 1 && row[0] ? row[0] : group('and', row)));
  return [...shared, group('or', each)];
}

/** As many of a row's conditions, the key's first, as its part of an address has room for. */
export function limitConditions(conditions: readonly Condition[]): Condition[] {
  let room = maxAddressLength - 1_000;
  return conditions.filter((one) => {
    room -= lengthOf([one]);
    return room >= 0;
  });
}

function lengthOf(conditions: readonly Condition[]): number {
  return encodeURIComponent(conditions.map(formatNested).join()).length;
}

/** The items in parts of which each fits a request. */
export function splitIntoBatches<T>(
  items: readonly T[],
  conditionsOf: (item: T) => readonly Condition[],
): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const item of items) {
    const length = lengthOf(conditionsOf(item));
    const last = parts.at(-1);
    if (last && length <= room && last.length < maxRowsPerRequest) {
      last.push(item);
      room -= length;
    } else {
      parts.push([item]);
      room = maxAddressLength - length;
    }
  }
  return parts;
}
