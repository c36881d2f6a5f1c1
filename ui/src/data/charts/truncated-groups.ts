import { addDecimals, formatDecimal, parseDecimal, zero } from '@/data/values/numbers/decimal.utils';
import type { ChartGroup } from './summarize-rows';

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
