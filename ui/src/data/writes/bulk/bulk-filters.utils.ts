import { type Condition, condition, type Filter, formatNested, group } from '@/data/query/filters.utils';
import type { KeyValue } from '@/data/query/table-page-state';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { guardFilters, keyOf, keyText } from '../batches/guards.utils';

/** Characters of filters in one request: what keeps its address short. */
const maxAddressLength = 3_000;

/** Rows in one request: what is done between two looks at whether to go on. */
export const maxRowsPerRequest = 200;

/** A row that is to be changed, with what it has to be like still. */
export interface BulkTarget {
  row: Row;
  /** The text of its key. */
  text: string;
  key: readonly KeyValue[];
  guards: readonly Condition[];
  /** Empty where it is deleted. */
  changes: Row;
}

export function makeTarget(table: Table, row: Row, changes: Row): BulkTarget {
  const key = keyOf(table, row);
  if (!key) throw new Error(`a row of ${table.name} without its key can't be changed`);
  const guards = guardFilters(table, row, changes).slice(key.length);
  return { row, text: keyText(key), key, guards, changes };
}

/** The filter that any of the keys matches. All are of the same columns. */
export function matchAnyKey(keys: readonly (readonly KeyValue[])[]): Filter {
  const [first = []] = keys;
  const [only] = first;
  if (only && first.length === 1) {
    return condition(
      only.column,
      'in',
      keys.map((key) => key[0]?.value ?? ''),
    );
  }
  const whole = (key: readonly KeyValue[]) =>
    group(
      'and',
      key.map(({ column, value }) => condition(column, 'eq', value)),
    );
  return group('or', keys.map(whole));
}

/** The filters that targets match which are as they were seen: keys under the guards that they share. */
export function matchAnyTarget(targets: readonly BulkTarget[]): readonly Filter[] {
  const branches = groupTargets(targets, ({ guards }) => guards).map((alike) => [
    matchAnyKey(alike.map(({ key }) => key)),
    ...(alike[0]?.guards ?? []),
  ]);
  const [only = []] = branches;
  if (branches.length === 1) return only;
  return [
    group(
      'or',
      branches.map((items) => group('and', items)),
    ),
  ];
}

/** Targets in batches that one request can change: of the same changes, and short enough for an address. */
export function splitTargets(targets: readonly BulkTarget[]): BulkTarget[][] {
  return groupTargets(targets, ({ changes }) => changes).flatMap((alike) => {
    const seen = new Set<string>();
    return splitByLength(alike, ({ key, guards }) => {
      const text = guards.map(formatNested).join();
      const known = seen.has(text);
      seen.add(text);
      return lengthOf(key) + (known ? 0 : encodeURIComponent(text).length + 24);
    });
  });
}

/** Keys in batches whose filter fits into an address. */
export function splitByKeyLength<T>(items: readonly T[], keyOfItem: (item: T) => readonly KeyValue[]): T[][] {
  return splitByLength(items, (item) => lengthOf(keyOfItem(item)));
}

function lengthOf(key: readonly KeyValue[]): number {
  const values = key.reduce((sum, { value }) => sum + encodeURIComponent(value).length + 9, 0);
  const names = key.reduce((sum, { column }) => sum + encodeURIComponent(column).length + 12, 0);
  return key.length === 1 ? values : values + names;
}

function splitByLength<T>(items: readonly T[], lengthOfItem: (item: T) => number): T[][] {
  const batches: T[][] = [];
  let room = 0;
  for (const item of items) {
    const length = lengthOfItem(item);
    const last = batches.at(-1);
    if (last && length <= room && last.length < maxRowsPerRequest) {
      last.push(item);
      room -= length;
    } else {
      batches.push([item]);
      room = maxAddressLength - length;
    }
  }
  return batches;
}

function groupTargets(targets: readonly BulkTarget[], by: (target: BulkTarget) => unknown): BulkTarget[][] {
  const groups = new Map<string, BulkTarget[]>();
  for (const target of targets) {
    const name = JSON.stringify(by(target));
    const group = groups.get(name);
    if (group) group.push(target);
    else groups.set(name, [target]);
  }
  return [...groups.values()];
}
