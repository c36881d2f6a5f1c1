import { checkEnteredValue } from '@/data/values/checks/check-value';
import { formatNumberForEdit } from '@/data/values/numbers/local-numbers';
import type { Column } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';

/** Kinds whose values contain no comma followed by a space: a list of them can be on one line. */
const wordKinds: readonly Column['kind'][] = [
  ...(['integer', 'numeric', 'float', 'boolean', 'uuid', 'date', 'time', 'timetz'] as const),
  ...(['timestamp', 'timestamptz', 'network', 'enum'] as const),
];

/**
 * Returns the items in a text that was typed or pasted: lines, a JSON array, or, for types such as numbers, a list with
 * commas or semicolons ('1, 2'). A single text is one item, also with commas.
 */
export function parseTags(column: Column, text: string): (string | null)[] {
  const { kind } = column;
  const items = parseArray(text);
  if (items) {
    // JSON contains plain numbers.
    const hasDecimals = kind === 'numeric' || kind === 'float';
    return hasDecimals ? items.map((item) => item && formatNumberForEdit(item)) : items;
  }
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  if (!wordKinds.includes(kind)) return lines;
  // In 'a,b' the comma can be a decimal separator.
  const separator = kind === 'numeric' || kind === 'float' ? /,\s+|\s*;\s*|\t/ : /\s*[,;\t]\s*/;
  return lines
    .flatMap((line) => (isOneDate(column, line) ? line : line.replace(/^\{(.*)\}$/, '$1').split(separator)))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Whether a text is one date or time with commas, such as 'Nov 20, 2026' in the locale en-US. */
function isOneDate(column: Column, text: string): boolean {
  return /^(date|time)/.test(column.kind) && 'value' in checkEnteredValue({ ...column, array: false }, text);
}

/** Parses a JSON array without nested values; undefined for another text. */
function parseArray(text: string): (string | null)[] | undefined {
  if (!/^\s*\[.*\]\s*$/s.test(text)) return undefined;
  try {
    const items = parseJSON<unknown[]>(text);
    if (items.some((item) => typeof item === 'object' && item !== null && Array.isArray(item)))
      return undefined;
    return items.map((item) => (item === null ? null : String(item)));
  } catch {
    return undefined;
  }
}
