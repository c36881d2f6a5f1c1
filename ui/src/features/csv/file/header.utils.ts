import { plainName } from './mapping.utils';

const looksLikeValue = /^[-+]?[\d.,:/\s-]*\d[\d.,:/\s%€$-]*$/;

/**
 * Whether the first row names the columns: one of its cells is a name that is
 * known, or all are different words.
 */
export function hasHeader(first: readonly string[] | undefined, known: readonly string[]): boolean {
  if (!first) return false;
  if (first.some((cell) => known.includes(plainName(cell)))) return true;
  const words = first.map((cell) => cell.trim());
  return (
    new Set(words).size === words.length && words.every((word) => word !== '' && !looksLikeValue.test(word))
  );
}
