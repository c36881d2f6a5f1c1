import { type Match, matchRow } from '@/data/actions/offers/match-row';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import type { Condition, Filter } from '../filters/filters.utils';

/**
 * Returns whether a loaded row matches a resolved filter, as PostgREST evaluates it. Undefined if that is unknown: a
 * column is not loaded, or only the database can compare (full-text search, regular expressions, JSON, arrays, ranges).
 */
export function matchFilter(table: Table, filter: Filter, row: Row): Match {
  if (filter.kind === 'condition') return matchCondition(table, filter, row);
  const matches = filter.items.map((item) => matchFilter(table, item, row));
  const decisive = filter.logic === 'or';
  const found = matches.includes(decisive) ? decisive : matches.includes(undefined) ? undefined : !decisive;
  return found !== undefined && filter.negated ? !found : found;
}

function matchCondition(table: Table, filter: Condition, row: Row): Match {
  const { column, operator, negated, value, path } = filter;
  if (path !== undefined) return undefined;
  const pattern = /^(i?)like$/.exec(operator);
  if (pattern) return matchPattern(row[column], String(value), pattern[1] === 'i', negated);
  const values = typeof value === 'string' ? [value] : [...value];
  return matchRow(table, [{ column, operator, negated, values }], row);
}

/** Whether a value matches the pattern of `like`; undefined if it is not loaded, or an array. NULL does not match, negated or not. */
function matchPattern(
  value: Row[string] | undefined,
  text: string,
  ignoresCase: boolean,
  negated: boolean,
): Match {
  if (value === undefined || Array.isArray(value)) return undefined;
  if (value === null) return false;
  const content = String(value);
  const matches = ignoresCase
    ? matchesLike(content.toLowerCase(), text.toLowerCase())
    : matchesLike(content, text);
  return matches !== negated;
}

/** A character of a LIKE pattern: a literal one, any one, or any number of any. */
type PatternItem = { literal: string } | 'one' | 'any';

/**
 * Whether a text matches a LIKE pattern: `%`, `*` (PostgREST) and `_` are wildcards, `\` escapes one. A regular
 * expression would need exponential time for some patterns of shared views.
 */
function matchesLike(text: string, pattern: string): boolean {
  const characters = [...text];
  const items = parseLike(pattern);
  let [position, item] = [0, 0];
  // The last `any`, and where the text after it starts in the current attempt.
  let [anyItem, anyEnd] = [-1, 0];
  while (position < characters.length) {
    const current = items[item];
    if (current === 'any') {
      anyItem = item++;
      anyEnd = position;
    } else if (current === 'one' || (current && current.literal === characters[position])) {
      item++;
      position++;
    } else if (anyItem >= 0) {
      item = anyItem + 1;
      position = ++anyEnd;
    } else {
      return false;
    }
  }
  return items.slice(item).every((rest) => rest === 'any');
}

function parseLike(pattern: string): PatternItem[] {
  const items: PatternItem[] = [];
  for (const [part] of pattern.matchAll(/\\?./gsu)) {
    if (part === '%' || part === '*') items.push('any');
    else if (part === '_') items.push('one');
    else items.push({ literal: part.length > 1 && part.startsWith('\\') ? part.slice(1) : part });
  }
  return items;
}
