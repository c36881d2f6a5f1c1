import {
  type Condition,
  condition,
  type Filter,
  formatNested,
  group,
} from '@/data/query/filters/filters.utils';
import { groupBy } from '@/lib/text/group-by';

/** Maximum length of the conditions in one request, percent-encoded: proxies limit the length of a URL. */
const maxConditionsLength = 3_000;

/** Space in a URL that a single row's conditions leave for other filters and for the selected columns. */
const reservedLength = 1_000;

/** Maximum number of rows in one request: a statement, and the read of the rows that it missed, stay small. */
export const maxRowsPerRequest = 200;

/** The comma and the quotes of a value in a list, percent-encoded. */
const valueSeparatorLength = 9;

/** The parentheses, commas and operators around a group of conditions, percent-encoded. */
const groupLength = 24;

/**
 * Returns filters that match each of the rows that meets all of its own
 * conditions; a row's key comes first in them. To keep the URL short,
 * conditions that all rows share occur once, and rows that differ only in their
 * first condition become a list.
 */
export function matchAnyRow(rows: readonly (readonly Condition[])[]): Filter[] {
  const [first = []] = rows;
  const texts = rows.map((row) => new Set(row.map(formatNested)));
  const isShared = (filter: Condition) => texts.every((set) => set.has(formatNested(filter)));
  const shared = first.filter(isShared);
  const own = rows.map((row) => row.filter((filter) => !isShared(filter)));
  if (own.some(({ length }) => length === 0)) return shared;
  const branches = mergeLists(own);
  if (branches.length === 1) return [...shared, ...branches.flat()];
  const alternatives = branches.map((items) => (items.length === 1 && items[0]) || group('and', items));
  return [...shared, group('or', alternatives)];
}

/** Returns a filter that matches every row except those that `matchAnyRow` matches. */
export function excludeRows(rows: readonly (readonly Condition[])[]): Filter {
  const filters = matchAnyRow(rows);
  const [only] = filters;
  return filters.length === 1 && only ? { ...only, negated: true } : group('and', filters, true);
}

/** Merges rows whose conditions differ only in the value with which the first condition compares. */
function mergeLists(rows: readonly (readonly Condition[])[]): (readonly Condition[])[] {
  const groups = groupBy(rows, ([key, ...guards]) =>
    JSON.stringify([key?.column, key?.operator, ...guards.map(formatNested)]),
  );
  return groups.flatMap((alike) => {
    const [[key, ...guards] = []] = alike;
    if (alike.length === 1 || key?.operator !== 'eq' || key.path) return alike;
    const values = alike.flatMap(([first]) => (typeof first?.value === 'string' ? first.value : []));
    return [[condition(key.column, 'in', values), ...guards]];
  });
}

/** Returns the first of a row's conditions, as many as fit in one request. */
export function limitConditions(conditions: readonly Condition[]): Condition[] {
  let remaining = maxConditionsLength - reservedLength;
  return conditions.filter((filter) => {
    remaining -= encodedLength(formatNested(filter));
    return remaining >= 0;
  });
}

/** Splits items, in their order, into batches whose conditions fit in one request each. */
export function splitIntoBatches<T>(
  items: readonly T[],
  conditionsOf: (item: T) => readonly Condition[],
): T[][] {
  const batches: T[][] = [];
  let remaining = 0;
  let guards = new Set<string>();
  for (const item of items) {
    const [key, ...others] = conditionsOf(item);
    const guard = others.map(formatNested).join();
    const valueLength = encodedLength(String(key?.value)) + valueSeparatorLength;
    const guardLength = encodedLength(`${key?.column}${guard}`) + groupLength;
    const length = guards.has(guard) ? valueLength : valueLength + guardLength;
    const last = batches.at(-1);
    if (last && last.length < maxRowsPerRequest && length <= remaining) {
      last.push(item);
      remaining -= length;
      guards.add(guard);
    } else {
      batches.push([item]);
      remaining = maxConditionsLength - valueLength - guardLength;
      guards = new Set([guard]);
    }
  }
  return batches;
}

function encodedLength(text: string): number {
  return encodeURIComponent(text).length;
}
