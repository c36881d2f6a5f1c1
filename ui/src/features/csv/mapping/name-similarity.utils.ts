/** Names that are at least this similar are probably the same. */
export const minSimilarity = 0.8;

/** Words that do not change the meaning of a name. */
const fillers = new Set(['of', 'the', 'a', 'an', 'in', 'for', 'at', 'on', 'by']);

function listWords(name: string): string[] {
  const spaced = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLocaleLowerCase();
  return (spaced.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []).filter((word) => !fillers.has(word));
}

/**
 * Returns how similar two names of columns are, from 0 to 1: by their words in any order ("date of delivery", "delivery
 * date"), or by the letters that differ ("Adress", "address"). Names with different numbers are not similar.
 */
export function measureSimilarity(a: string, b: string): number {
  const [aWords, bWords] = [listWords(a), listWords(b)];
  const numbersOf = (words: readonly string[]) => words.filter((word) => /\p{N}/u.test(word)).join(' ');
  if (aWords.length === 0 || bWords.length === 0 || numbersOf(aWords) !== numbersOf(bWords)) return 0;
  const sorted = (words: readonly string[]) => words.toSorted().join(' ');
  if (sorted(aWords) === sorted(bWords)) return 1;
  const [aText, bText] = [aWords.join(''), bWords.join('')];
  const length = Math.max(aText.length, bText.length);
  // One letter makes short names different: "rate" and "date".
  if (length < 5) return 0;
  return 1 - countEdits(aText, bText) / length;
}

/** Returns the number of inserted, deleted, replaced and swapped letters between two texts. */
function countEdits(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      current[j] = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + cost,
        isSwapped ? (beforePrevious[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[b.length] ?? 0;
}
