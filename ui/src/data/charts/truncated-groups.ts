import { addDecimals, formatDecimal, parseDecimal, zero } from '@/data/values/numbers/decimal.utils';
import type { ChartGroup, RestGroup } from './summarize-rows';

/**
 * Removes the last period of groups that the backend has truncated, from the latest to the first: some of its parts are
 * missing, so that its sum would be too small. A single period stays.
 */
export function omitPartialPeriod(groups: readonly ChartGroup[]): readonly ChartGroup[] {
  const period = groups.at(-1)?.keys[0];
  const complete = groups.filter(({ keys }) => keys[0] !== period);
  return complete.length > 0 ? complete : groups;
}

/** Returns the sum of the groups that are not among these; undefined if a value is not a decimal number, such as NaN. */
export function subtractGroups(total: string | null, groups: readonly ChartGroup[]): string | undefined {
  const values = [total, ...groups.map(({ value }) => value)];
  const [all, ...parts] = values.map((value) => (value === null ? zero : parseDecimal(value)));
  let rest = all;
  for (const part of parts)
    rest = rest && part && addDecimals(rest, { units: -part.units, scale: part.scale });
  return rest && formatDecimal(rest);
}

/**
 * Returns, for each category, the sum of its parts that are not among `groups`: the difference to its total. undefined if a
 * value is not a decimal number. With `onlyReturned`, only for the categories of `groups`.
 */
export function computeRestByCategory(
  totals: readonly ChartGroup[],
  groups: readonly ChartGroup[],
  onlyReturned: boolean,
): readonly RestGroup[] | undefined {
  const parts = new Map<string | null | undefined, ChartGroup[]>();
  for (const group of groups) parts.set(group.keys[0], [...(parts.get(group.keys[0]) ?? []), group]);
  const rest: RestGroup[] = [];
  for (const { keys, value: total } of totals) {
    const found = parts.get(keys[0]);
    if (!found && onlyReturned) continue;
    const value = subtractGroups(total, found ?? []);
    if (value === undefined) return undefined;
    if (Number(value) !== 0) rest.push({ keys: [keys[0], undefined], value });
  }
  return rest;
}

/** Returns the totals of categories, and the groups of the other categories: each row is counted once. */
export function countOnce(totals: readonly ChartGroup[], groups: readonly ChartGroup[]): ChartGroup[] {
  const categories = new Set(totals.map(({ keys }) => keys[0]));
  return [...totals, ...groups.filter(({ keys }) => !categories.has(keys[0]))];
}
