import { normalizeColumnName } from './mapping.utils';

const valuePattern = /^[-+]?[\d.,:/\s-]*\d[\d.,:/\s%€$-]*$/;

/**
 * Whether the first row names the columns: one of its cells is a name that is
 * known, or all are different words.
 */
export function isHeader(first: readonly string[] | undefined, known: readonly string[]): boolean {
  if (!first) return false;
  if (first.some((cell) => known.includes(normalizeColumnName(cell)))) return true;
  const words = first.map((cell) => cell.trim());
  return (
    new Set(words).size === words.length && words.every((word) => word !== '' && !valuePattern.test(word))
  );
}
