import type { RowRange } from '@/data/paging/segments/page-plan';

/** Maximum number of removed rows that are recognized. */
const maxRemovedRows = 10;

/** Returns a key that identifies the row at an index; undefined if the row isn't loaded. */
type GetKey = (index: number) => string | undefined;

/**
 * Compares two versions of rows, and returns how many rows were removed at which index of a range. Returns undefined if
 * the versions are equal in the range, or differ by more than one removal.
 */
export function findRemovedRows(
  getKeyBefore: GetKey,
  getKeyAfter: GetKey,
  { first, last }: RowRange,
): { index: number; count: number } | undefined {
  let index = first;
  while (index <= last && getKeyBefore(index) === getKeyAfter(index)) index++;
  const key = getKeyAfter(index);
  if (index > last || getKeyBefore(index) === undefined || key === undefined) return undefined;
  for (let count = 1; count <= maxRemovedRows; count++) {
    if (getKeyBefore(index + count) === key) return { index, count };
  }
  return undefined;
}
