export interface ValueSearch {
  /** The first and the last value of the order, in it. */
  from: string;
  to: string;
  /** How many rows are to lie before the value. */
  targetCount: number;
  /** How far off is near enough, in rows. */
  tolerance: number;
  interpolate: (from: string, to: string, fraction: number) => string | undefined;
  /** How many rows lie before a value, at least roughly; more for a later one. */
  countBefore: (value: string) => Promise<number>;
}

export interface ValuePosition {
  value: string;
  /** How many rows lie before it. */
  count: number;
}

/** Rounds of three counts at once: each leaves at most about a third of the values, four to the sixth is 4,096. */
const maxRounds = 8;

/**
 * A value with about as many rows before it as are wanted, and not more than
 * those if it isn't near enough. Each round asks at the middles and where the
 * value would be if rows lay evenly: rows that do are found in one round, the
 * others by quartering. Where the values don't follow the counts it ends early, with too few rows before it.
 */
export async function searchValue(search: ValueSearch): Promise<ValuePosition> {
  const { targetCount, tolerance, interpolate, countBefore } = search;
  let low: ValuePosition = { value: search.from, count: 0 };
  let high: ValuePosition = { value: search.to, count: await countBefore(search.to) };
  if (targetCount >= high.count) return high;
  for (let round = 0; round < maxRounds && targetCount - low.count > tolerance; round++) {
    const even = (targetCount - low.count) / Math.max(1, high.count - low.count);
    const values = [even / 2, even, (1 + even) / 2].map((part) => interpolate(low.value, high.value, part));
    const asked = [...new Set(values.filter((value) => value !== undefined))];
    if (asked.length === 0) break;
    const found = await Promise.all(asked.map(async (value) => ({ value, count: await countBefore(value) })));
    const close = found.find(({ count }) => Math.abs(count - targetCount) <= tolerance);
    if (close) return close;
    const [lowBefore, highBefore] = [low, high];
    for (const near of found) {
      if (near.count <= targetCount && near.count >= low.count) low = near;
      if (near.count > targetCount && near.count <= high.count && high === highBefore) high = near;
    }
    if (low === lowBefore && high === highBefore) break;
  }
  return low;
}
