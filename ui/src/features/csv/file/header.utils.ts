import { normalizeColumnName } from '../mapping/column-names.utils';

/** Matches numbers, dates, times, amounts and percentages. */
const valuePattern = /^[-+]?[\d.,:/\s-]*\d[\d.,:/\s%€$-]*$/;

/**
 * Returns whether a file's first row contains column names: one of its cells is a
 * known name, or all cells are different texts that look like names.
 */
export function isHeader(firstRow: readonly string[] | undefined, knownNames: readonly string[]): boolean {
  if (!firstRow) return false;
  if (firstRow.some((cell) => knownNames.includes(normalizeColumnName(cell)))) return true;
  const names = firstRow.map((cell) => cell.trim());
  return (
    new Set(names).size === names.length && names.every((name) => name !== '' && !valuePattern.test(name))
  );
}
