import type { ReactNode } from 'react';

/** A page, record, action or setting that the palette offers. */
export interface PaletteEntry {
  /** Unique among all entries. */
  id: string;
  group: string;
  label: string;
  /** Texts by which the entry is found in addition to its label. */
  keywords?: readonly string[];
  /** Whether a search in the database found it, so that it matches also without the text in its label and keywords. */
  isFound?: boolean;
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

/** The scores of a match, from no match to an equal text. */
const score = { none: 0, contains: 1, wordStarts: 2, starts: 3, equal: 4 } as const;

/**
 * Returns the entries that match a text, by group. An entry matches if it contains every word of the text. The groups keep
 * the order of the entries, but those with an equal text come first. The entries of a group begin with the best match.
 */
export function matchEntries(entries: readonly PaletteEntry[], search: string): readonly PaletteGroup[] {
  const scored = scoreEntries(entries, search);
  // In reverse order, so that the map keeps the best score of each group.
  const best = new Map(scored.toReversed().map(({ entry, score }) => [entry.group, score]));
  return [...new Set(entries.map(({ group }) => group))]
    .filter((heading) => best.has(heading))
    .toSorted((a, b) => Number(best.get(b) === score.equal) - Number(best.get(a) === score.equal))
    .map((heading) => ({
      heading,
      entries: scored.filter(({ entry }) => entry.group === heading).map(({ entry }) => entry),
    }));
}

/** Returns the entries that match a text, the best match first. */
export function sortByMatch(entries: readonly PaletteEntry[], search: string): readonly PaletteEntry[] {
  return scoreEntries(entries, search).map(({ entry }) => entry);
}

function scoreEntries(entries: readonly PaletteEntry[], search: string) {
  const searched = normalize(search);
  return entries
    .map((entry) => ({ entry, score: matchScore(entry, searched) }))
    .filter((each) => each.score > score.none)
    .toSorted((a, b) => b.score - a.score);
}

function matchScore(entry: PaletteEntry, searched: string): number {
  const found = entry.isFound ? score.contains : score.none;
  return Math.max(found, textScore(entry, searched));
}

/**
 * Returns how well an entry matches the normalized search text, by `score`: equal label or keyword, start of the label, starts of
 * words, contained words, or none.
 */
function textScore({ label, keywords = [] }: PaletteEntry, searched: string): number {
  if (searched === '') return score.contains;
  const texts = [label, ...keywords].map(normalize);
  if (texts.includes(searched)) return score.equal;
  // A larger matching part scores higher: "order" is a larger part of "Orders" than of "Order items".
  if (texts[0]?.startsWith(searched)) return score.starts + searched.length / (texts[0].length + 1);
  const allTexts = texts.join(' ');
  const searchedWords = searched.split(' ');
  if (!searchedWords.every((word) => allTexts.includes(word))) return score.none;
  const isWordStart = (word: string) => splitWords(allTexts).some((each) => each.startsWith(word));
  return searchedWords.every(isWordStart) ? score.wordStarts : score.contains;
}

function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u);
}

/** Converts to lower case without accents and with single spaces, so that "Café  Nord" equals "cafe nord". */
function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
}
