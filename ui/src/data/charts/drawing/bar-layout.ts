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
