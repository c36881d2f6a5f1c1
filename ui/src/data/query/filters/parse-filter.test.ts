import { describe, expect, it } from 'vitest';
import type { OrderTerm } from '@/data/rows/row';
import cases from '../../../../../internal/postgrestquery/testdata/cases.json';
import { formatLookupName } from '../lookups/lookup-name';
import { parseTablePageState } from '../page-state/table-page-state';
import {
  condition,
  type Filter,
  formatFieldName,
  formatFilters,
  formatListedName,
  formatNested,
  group,
  withPath,
} from './filters.utils';
import { FilterSyntaxError, parseFilter } from './parse-filter';

interface QueryCase {
  name: string;
  query: string;
  canonical?: string;
  /** The canonical form in the app, if it differs: the app writes all filters into one group. */
  appCanonical?: string;
  /** False for syntax that the app doesn't support: its parser must report a problem. */
  app?: boolean;
}

/** Formats filters as the canonical forms of the cases contain them: all values except lists are quoted. */
function formatCanonical(filter: Filter): string {
  if (filter.kind === 'group')
    return `${filter.negated ? 'not.' : ''}${filter.logic}(${filter.items.map(formatCanonical).join(',')})`;
  const { column, path = '', operator, negated, value } = filter;
  const quote = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
  const text =
    typeof value === 'string'
      ? operator === 'is'
        ? value
        : quote(value)
      : `(${value.map(quote).join(',')})`;
  return `${formatFieldName(column)}${path}.${negated ? 'not.' : ''}${operator}.${text}`;
}

function formatCanonicalOrder({ column, descending, nullsFirst = descending }: OrderTerm): string {
  return `${formatListedName(column)}.${descending ? 'desc' : 'asc'}.nulls${nullsFirst ? 'first' : 'last'}`;
}

/** Parses a query of the cases (not percent-encoded) as the query string of a page. */
function parseQuery(query: string) {
  const pairs = query.split('&').map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')];
  });
  return { pairs, state: parseTablePageState(new URLSearchParams(pairs).toString()) };
}

describe('the test cases of the server’s parser', () => {
  const valid: QueryCase[] = cases.valid;
  const isSupported = ({ app }: QueryCase) => app !== false;

  it.each(valid.filter(isSupported))('$name: $query', ({ query, canonical, appCanonical = canonical }) => {
    const { pairs, state } = parseQuery(query);
    expect(state.problems).toEqual([]);
    const filters = pairs.filter(([name]) => !['select', 'order'].includes(name));
    expect(
      [
        ...(state.select ? [`select=${state.select.map(formatListedName).join(',')}`] : []),
        ...(query === 'select=*' ? ['select=*'] : []),
        ...(filters.length > 0
          ? [`and=(${filters.map((pair) => formatCanonical(parseFilter(...pair))).join(',')})`]
          : []),
        ...(state.order.length > 0 ? [`order=${state.order.map(formatCanonicalOrder).join(',')}`] : []),
      ].join('&'),
    ).toBe(appCanonical);
  });

  it.each(valid.filter((each) => !isSupported(each)))('not supported: $query', ({ query }) => {
    expect(parseQuery(query).state.problems).not.toEqual([]);
  });

  it.each(cases.invalid)('rejects $name: $query', ({ query }) => {
    expect(parseQuery(query).state.problems).not.toEqual([]);
  });
});

describe('parseFilter', () => {
  const filters: Filter[] = [
    condition('a', 'eq', 'x.y,z'),
    condition('a', 'is', 'null', true),
    condition('a', 'in', ['1', 'two words', 'c"d\\e', '']),
    condition('a', 'like(any)', '{a*,b*}'),
    condition('select', 'eq', 'where (x, y)'),
    condition(formatLookupName(['customer_id'], 'country'), 'eq', 'DE'),
    condition(formatLookupName(['customer_id', 'region id'], 'eq'), 'in', ['1', '2'], true),
    condition(formatLookupName(['a'], 'select'), 'eq', '1'),
    group('or', [condition(formatLookupName(['a', 'is'], 'not'), 'is', 'null'), condition('b', 'eq', '1')]),
    condition('naïve "col"', 'cs', '{a,b}'),
    group('or', [
      condition('a', 'eq', '1'),
      group('and', [condition('b', 'gt', '2'), condition('c', 'in', ['x', 'y'])], true),
    ]),
  ];
  it.each(filters)('parses what formatFilters returns: %j', (filter) => {
    const [[name, value]] = formatFilters([filter]) as [[string, string]];
    const read = parseFilter(name, value);
    const inner = name === 'and' && read.kind === 'group' ? read.items[0] : read;
    expect(inner).toEqual(filter);
  });

  it.each([
    ['data->>color', 'eq.red', withPath(condition('data', 'eq', 'red'), '->>color')],
    ['data->a->0->>b', 'gt.5', withPath(condition('data', 'gt', '5'), '->a->0->>b')],
    ['data->>"a b"', 'in.(x,y)', withPath(condition('data', 'in', ['x', 'y']), '->>"a b"')],
    ['data->>a b', 'is.null', withPath(condition('data', 'is', 'null'), '->>"a b"')],
    ['"a->b"->"0"', 'eq.1', withPath(condition('a->b', 'eq', '1'), '->"0"')],
    ['Due on', 'eq.1', condition('Due on', 'eq', '1')],
  ])('parses the path in %s, and formats it again', (name, value, want) => {
    expect(parseFilter(name, value)).toEqual(want);
    const [[written, text]] = formatFilters([want]) as [[string, string]];
    const again = parseFilter(written, text);
    expect(again.kind === 'group' ? again.items[0] : again).toEqual(want);
    const nested = parseFilter('or', `(${formatNested(want)},b.eq.1)`);
    expect(nested).toEqual(group('or', [want, condition('b', 'eq', '1')]));
  });

  it('distinguishes an arrow in a column’s name from a path', () => {
    expect(formatFilters([condition('a->b', 'eq', '1')])).toEqual([['and', '("a->b".eq.1)']]);
    expect(formatFilters([withPath(condition('a', 'eq', '1'), '->b')])).toEqual([['a->b', 'eq.1']]);
  });

  it('parses an unquoted array literal in a group', () => {
    expect(parseFilter('and', '(tags.cs.{a,b},x.eq.1)')).toEqual(
      group('and', [condition('tags', 'cs', '{a,b}'), condition('x', 'eq', '1')]),
    );
  });

  it('parses a quotation mark that is not closed as part of the value, as PostgREST does', () => {
    expect(parseFilter('or', '(a.eq."open)')).toEqual(group('or', [condition('a', 'eq', '"open')]));
  });

  it.each([
    ['a', 'invalid'],
    ['and', 'a.eq.1'],
    ['or', '(a.eq.1'],
    ['a', 'in.(1,2'],
    ['a->', 'eq.1'],
    ['a->>"open', 'eq.1'],
    ['and', '(a->.eq.1)'],
  ])('rejects %s=%s', (name, value) => {
    expect(() => parseFilter(name, value)).toThrow(FilterSyntaxError);
  });
});
