/** An axis from a minimum to a maximum, with ticks at round numbers. */
export interface Scale {
  min: number;
  max: number;
  ticks: readonly number[];
}

/** Returns an axis that includes 0 and all values, with about `count` intervals; with `isWhole`, ticks at whole numbers. */
export function computeScale(
  values: readonly number[],
  count = 4,
  isWhole = values.every((value) => Number.isInteger(value) || !Number.isFinite(value)),
): Scale {
  const finite = values.filter(Number.isFinite);
  const low = Math.min(0, ...finite);
  const high = Math.max(0, ...finite);
  const range = high - low || 1;
  const factors = isWhole ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  const magnitude = 10 ** Math.max(Math.floor(Math.log10(range / count)), isWhole ? 0 : -Infinity);
  const step = factors.map((factor) => factor * magnitude).find((size) => range / size <= count) ?? range;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  // A multiplication for each tick: repeated additions would accumulate errors.
  const ticks = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks };
}
