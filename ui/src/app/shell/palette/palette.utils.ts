import type { ReactNode } from 'react';

/** A page, record, action or setting that the palette offers. */
export interface PaletteEntry {
  /** Unique among all entries. */
  id: string;
  group: string;
  label: string;
  /** Further texts by which it is found, besides its label. */
  keywords?: readonly string[];
  icon: ReactNode;
  /** Distinguishes it from entries with the same label. */
  detail?: string;
  /** A short note at the end of the line. */
  note?: ReactNode;
  run: () => void;
}

export interface PaletteGroup {
  heading: string;
  entries: readonly PaletteEntry[];
}

/** How well an entry matches, from no match to an equal text. */
const score = { none: 0, contains: 1, wordStarts: 2, starts: 3, equal: 4 } as const;

/**
 * The entries that match a text, in their groups: the best match first, else in
 * the given order. An entry matches if it contains every word of the text.
 */
export function matchEntries(entries: readonly PaletteEntry[], search: string): readonly PaletteGroup[] {
  const scored = scoreEntries(entries, search);
  // In reverse, so that each group's best score is the one that remains.
  const best = new Map(scored.toReversed().map(({ entry, score }) => [entry.group, score]));
  return [...new Set(entries.map(({ group }) => group))]
    .filter((heading) => best.has(heading))
    .toSorted((a, b) => (best.get(b) ?? 0) - (best.get(a) ?? 0))
    .map((heading) => ({
      heading,
      entries: scored.filter(({ entry }) => entry.group === heading).map(({ entry }) => entry),
    }));
}

/** The entries that match a text, the best match first. */
export function sortByMatch(entries: readonly PaletteEntry[], search: string): readonly PaletteEntry[] {
  return scoreEntries(entries, search).map(({ entry }) => entry);
}

function scoreEntries(entries: readonly PaletteEntry[], search: string) {
  const wanted = normalize(search);
  return entries
    .map((entry) => ({ entry, score: matchScore(entry, wanted) }))
    .filter((each) => each.score > score.none)
    .toSorted((a, b) => b.score - a.score);
}

function matchScore({ label, keywords = [] }: PaletteEntry, wanted: string): number {
  if (wanted === '') return score.contains;
  const texts = [label, ...keywords].map(normalize);
  if (texts.includes(wanted)) return score.equal;
  // The larger the part that matches, the better: "order" is more of "Orders" than of "Order items".
  if (texts[0]?.startsWith(wanted)) return score.starts + wanted.length / (texts[0].length + 1);
  const whole = texts.join(' ');
  const wantedWords = wanted.split(' ');
  if (!wantedWords.every((word) => whole.includes(word))) return score.none;
  const beginsAWord = (word: string) => splitWords(whole).some((each) => each.startsWith(word));
  return wantedWords.every(beginsAWord) ? score.wordStarts : score.contains;
}

function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u);
}

/** Lower case, without accents, single spaces: "Café  Nord" and "cafe nord" are equal. */
function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
}
