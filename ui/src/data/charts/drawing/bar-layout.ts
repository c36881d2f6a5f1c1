/** A bar of a category: its values from `start` to `end`, and its position across the category's band, from 0 to 1. */
export interface Bar {
  category: number;
  part: number;
  start: number;
  end: number;
  offset: number;
  size: number;
}

/**
 * Returns the bars of a chart. Parts that can be added are stacked, positive and negative values on either side of 0;
 * others are beside each other.
 */
export function layoutBars(numbers: readonly (readonly (number | null)[])[], isStacked: boolean): Bar[] {
  return numbers.flatMap((row, category) => {
    let positiveEnd = 0;
    let negativeEnd = 0;
    return row.flatMap((value, part): Bar[] => {
      if (value === null) return [];
      if (!isStacked)
        return [{ category, part, start: 0, end: value, offset: part / row.length, size: 1 / row.length }];
      const start = value < 0 ? negativeEnd : positiveEnd;
      if (value < 0) negativeEnd += value;
      else positiveEnd += value;
      return [{ category, part, start, end: start + value, offset: 0, size: 1 }];
    });
  });
}

/** The length of the bar of all others, as a multiple of the longest other bar, above which it hides the other bars. */
const maxOthersLength = 2;

/** The length of a shortened bar of all others, as a multiple of the longest other bar. */
const shortenedLength = 1.25;

type Numbers = readonly (readonly (number | null)[])[];

/**
 * Returns the values to draw as stacked bars: if the bar of all others (`others` is its category) is so long that it would
 * hide the other bars, its values are reduced in proportion. `shortened` is its category then.
 */
export function shortenOthersBar(
  numbers: Numbers,
  others: number | undefined,
): { numbers: Numbers; shortened: number | undefined } {
  const longest = Math.max(0, ...numbers.map((row, i) => (i === others ? 0 : measureBar(row))));
  const length = measureBar(numbers[others ?? -1] ?? []);
  if (longest === 0 || length <= longest * maxOthersLength) return { numbers, shortened: undefined };
  const factor = (longest * shortenedLength) / length;
  const shorten = (row: readonly (number | null)[]) => row.map((value) => value && value * factor);
  return { numbers: numbers.map((row, i) => (i === others ? shorten(row) : row)), shortened: others };
}

/** Returns the length of a stacked bar on the side of 0 where it is longer. */
function measureBar(row: readonly (number | null)[]): number {
  const sum = (sign: number) =>
    row.reduce<number>((total, value) => total + Math.max((value ?? 0) * sign, 0), 0);
  return Math.max(sum(1), sum(-1));
}
