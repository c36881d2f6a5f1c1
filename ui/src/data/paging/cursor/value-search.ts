export interface ValueSearch {
  /** The first and the last value of the order. */
  from: string;
  to: string;
  /** The number of rows that should be before the value. */
  targetCount: number;
  /** The accepted deviation from targetCount. */
  tolerance: number;
  interpolate: (from: string, to: string, fraction: number) => string | undefined;
  /** Returns the number of rows before a value, exact or estimated. */
  countBefore: (value: string) => Promise<number>;
}

export interface ValuePosition {
  value: string;
  /** The number of rows before the value. */
  count: number;
}

/** Maximum number of rounds, of three counts each. A round reduces the interval to about a third, or less. */
const maxRounds = 8;

/**
 * Finds a value with about `targetCount` rows before it; with fewer if none is
 * within the tolerance. Each round counts at the position that an even distribution
 * of the rows implies, and at the middles of the intervals before and after it. An
 * even distribution needs one round. Stops early if the counts do not increase with
 * the values.
 */
export async function searchValue(search: ValueSearch): Promise<ValuePosition> {
  const { targetCount, tolerance, interpolate, countBefore } = search;
  let low: ValuePosition = { value: search.from, count: 0 };
  let high: ValuePosition = { value: search.to, count: await countBefore(search.to) };
  if (targetCount >= high.count) return high;
  for (let round = 0; round < maxRounds && targetCount - low.count > tolerance; round++) {
    const fraction = (targetCount - low.count) / Math.max(1, high.count - low.count);
    const values = [fraction / 2, fraction, (1 + fraction) / 2].map((part) =>
      interpolate(low.value, high.value, part),
    );
    const candidates = [...new Set(values.filter((value) => value !== undefined))];
    if (candidates.length === 0) break;
    const positions = await Promise.all(
      candidates.map(async (value) => ({ value, count: await countBefore(value) })),
    );
    const match = positions.find(({ count }) => Math.abs(count - targetCount) <= tolerance);
    if (match) return match;
    const [previousLow, previousHigh] = [low, high];
    for (const position of positions) {
      if (position.count <= targetCount && position.count >= low.count) low = position;
      if (position.count > targetCount && position.count <= high.count && high === previousHigh)
        high = position;
    }
    if (low === previousLow && high === previousHigh) break;
  }
  return low;
}
