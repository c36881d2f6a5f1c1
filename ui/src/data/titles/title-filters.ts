import { type Condition, condition, type Filter, group } from '@/data/query/filters/filters.utils';
import { buildTextMatch } from '@/data/query/operators/operator-forms.utils';
import type { Column, Table } from '@/lib/api.gen';
import { listTitleColumns } from './row-titles';
import { findTitleRule } from './title-columns';

/** Maximum number of words of a searched title. Each word adds conditions to the URL. */
const maxWords = 6;

/**
 * Returns the filter for rows whose title contains a text: each of its words is in one of the title's text columns.
 * Undefined if the text is empty, or if the title has no text column.
 */
export function buildTitleFilter(table: Table, text: string): Filter | undefined {
  const columns = listTitleColumns(table).filter(isText);
  const term = text.trim();
  if (columns.length === 0 || term === '') return undefined;
  const words = columns.length === 1 ? [term] : listValueWords(table, term).slice(0, maxWords);
  if (words.length === 0) return undefined;
  const filters = words.map((word): Filter => {
    const conditions = columns.map(({ name }) => buildTextMatch(name, word, 'anywhere'));
    return conditions.length === 1 ? (conditions[0] as Condition) : group('or', conditions);
  });
  return filters.length === 1 ? filters[0] : group('and', filters);
}

/** Returns the words of a title without those of its template: 'A1', 'Moe' of 'A1: Moe (x)' with '{code}: {name} (x)'. */
function listValueWords(table: Table, title: string): string[] {
  const literals = findTitleRule(table).parts.filter((part) => typeof part === 'string');
  const literalWords = literals.flatMap((literal) => literal.split(/\s+/));
  const signs = new Set(literals.join('').replace(/[\p{L}\p{N}\s]/gu, ''));
  const isSign = (letter: string | undefined) => letter !== undefined && signs.has(letter);
  return title.split(/\s+/).flatMap((word) => {
    if (literalWords.includes(word)) return [];
    const letters = [...word];
    while (isSign(letters[0])) letters.shift();
    while (isSign(letters.at(-1))) letters.pop();
    return letters.length > 0 ? [letters.join('')] : [];
  });
}

/**
 * Extends the filter of a search by the rows whose title of several columns contains the text: 'Ada Moe' is in no
 * column alone.
 */
export function addTitleMatch(table: Table, filter: Filter | undefined, text: string): Filter | undefined {
  const matches = listTitleColumns(table).length > 1 ? buildTitleFilter(table, text) : undefined;
  if (!matches || !filter) return filter ?? matches;
  return group('or', [
    ...(filter.kind === 'group' && filter.logic === 'or' ? filter.items : [filter]),
    matches,
  ]);
}

/**
 * Returns the filter for rows with one of the titles. A title of two columns is split at each space. Undefined if the
 * title has more columns, or columns that are references.
 */
export function buildTitleEquals(table: Table, titles: readonly string[]): Filter | undefined {
  const { columns, references } = findTitleRule(table);
  const [first, second, ...more] = columns;
  if (!first || more.length > 0 || references.includes(first)) return undefined;
  if (!second) return condition(first.name, 'in', titles);
  if (!isText(first) || !isText(second)) return undefined;
  const pairs = titles.flatMap((title) => {
    const words = title.split(' ');
    return words
      .slice(1)
      .map((_, i) =>
        group('and', [
          condition(first.name, 'eq', words.slice(0, i + 1).join(' ')),
          condition(second.name, 'eq', words.slice(i + 1).join(' ')),
        ]),
      );
  });
  return pairs.length > 0 ? group('or', pairs) : undefined;
}

function isText(column: Column): boolean {
  return column.kind === 'text' && !column.array;
}
