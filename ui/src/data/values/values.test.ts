import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { findRowNoun, findTitleColumn, getRowHeading, getRowTitle } from '@/data/titles/row-titles';
import { parseJSON, stringifyJSON } from '@/lib/text/json';
import { checkEnteredValue, isRequired, toEnteredValue } from './checks/check-value';
import {
  formatValue,
  formatWireValue,
  getNumberForm,
  hasGroupedDigits,
  isSameValue,
  isTooLongForLine,
  parseWireValue,
  restoreLineEnds,
} from './value.utils';

describe('parsing and serializing a value', () => {
  const cases: [title: string, column: ReturnType<typeof makeColumn>, wire: string][] = [
    ['a bigint past 2^53', makeColumn('c', 'integer', { base: 'int8' }), '9223372036854775807'],
    ['30 digits and trailing zeros', makeColumn('c', 'numeric'), '123456789012345678901234567890.1200'],
    ['a float', makeColumn('c', 'float'), '1.5e-7'],
    ['NULL', makeColumn('c', 'text'), 'null'],
    ['an empty text', makeColumn('c', 'text'), '""'],
    ['text with line breaks and emoji', makeColumn('c', 'text'), stringifyJSON('a\n☕ "x"\\')],
    ['a boolean', makeColumn('c', 'boolean'), 'false'],
    ['microseconds', makeColumn('c', 'timestamptz'), '"2026-11-20T08:41:36.123456+00:00"'],
    ['infinity', makeColumn('c', 'timestamptz'), '"infinity"'],
    ['an array with NULL and an empty text', makeColumn('c', 'text', { array: true }), '["a",null,""]'],
    ['an array of arrays', makeColumn('c', 'integer', { array: true }), '[[1,2],[3,4]]'],
    ['an array of JSON', makeColumn('c', 'json', { array: true }), '[{"a":1},"text",3]'],
    ['a composite', makeColumn('c', 'composite'), '{"street":"Quai 1","no":12}'],
    ['a range', makeColumn('c', 'range', { base: 'int4range' }), '"[1,5)"'],
  ];
  it.each(cases)('%s is the same to the database', (_, column, wire) => {
    const value = parseWireValue(column, parseJSON(wire));
    // Numbers go out as strings; the database reads them as what they were.
    const unquoted = formatWireValue(column, value).replace(/"(-?\d[\d.e+-]*)"/g, '$1');
    expect(unquoted).toBe(wire);
  });

  it('distinguishes JSON null from NULL, and keeps all digits', () => {
    const column = makeColumn('c', 'json');
    expect(parseWireValue(column, 'null')).toBe('null');
    expect(parseWireValue(column, null)).toBeNull();
    expect(formatWireValue(column, '{"n": 12345678901234567890.10}')).toBe('{"n": 12345678901234567890.10}');
  });

  it('keeps the layout and the repeated keys of type json', () => {
    const column = makeColumn('c', 'json', { base: 'json' });
    const written = '{"b":1, "a":2,  "b":3}';
    expect(checkEnteredValue(column, toEnteredValue(column, written))).toEqual({ value: written });
    expect(formatWireValue(column, written)).toBe(written);
  });

  it.each(cases)('%s is unchanged when its editor is left unchanged', (_, column, wire) => {
    const value = parseWireValue(column, parseJSON(wire));
    const checked = checkEnteredValue(column, toEnteredValue(column, value));
    expect('value' in checked && formatValue(column, checked.value)).toBe(
      column.kind === 'composite' ? stringifyJSON(parseJSON(wire), 2) : formatValue(column, value),
    );
  });
});

/** Replaces the special spaces that Intl uses in the locale en-US. */
const withPlainSpaces = (text: string) => text.replace(/[\u2009\u202f]/g, ' ');

describe('formatValue', () => {
  it.each([
    [makeColumn('c', 'numeric'), '3054.60', '3,054.60'],
    [makeColumn('year_built', 'integer'), '2026', '2026'],
    [makeColumn('c', 'integer'), '2026', '2,026'],
    [makeColumn('c', 'numeric'), '18302.8000000000000000', '18,302.80'],
    [makeColumn('c', 'numeric', { scale: 30 }), `0.99${'0'.repeat(28)}`, '0.99'],
    [makeColumn('c', 'numeric', { scale: 8 }), '0.10000000', '0.10000000'],
    [makeColumn('c', 'integer'), '10612', '10,612'],
    [makeColumn('c', 'bytea'), '\\x00ff10', '3 bytes'],
    [makeColumn('c', 'bytea'), `\\x${'00'.repeat(1536)}`, '1.5 KB'],
    [makeColumn('c', 'time'), '08:30:00', '8:30 AM'],
    [makeColumn('c', 'range', { base: 'int4range' }), '[1,5)', '[1, 5)'],
    [
      makeColumn('c', 'range', { base: 'tsrange' }),
      '["2026-11-24 08:00:00","2026-11-24 10:00:00")',
      'Nov 24, 2026, 8:00 – 10:00 AM',
    ],
    [makeColumn('c', 'range', { base: 'tsrange' }), '["2026-11-24 08:00:00",)', 'Nov 24, 2026, 8:00 AM – …'],
    [
      makeColumn('c', 'range', { base: 'tstzrange' }),
      '["2026-11-24 08:00:00+00","2026-11-25 10:00:00+00")',
      'Nov 24, 2026, 8:00 AM – Nov 25, 2026, 10:00 AM',
    ],
    [makeColumn('c', 'range', { base: 'daterange' }), '[2026-11-16,2026-11-19)', 'Nov 16 – 18, 2026'],
    [makeColumn('c', 'range', { base: 'daterange' }), '[2026-11-30,2026-12-01)', 'Nov 30, 2026'],
    [makeColumn('c', 'range', { base: 'daterange' }), '[2026-11-16,)', 'Nov 16, 2026 – …'],
    [makeColumn('c', 'range', { base: 'daterange' }), '[2026-11-16,infinity)', '[2026-11-16,infinity)'],
    [makeColumn('c', 'range', { base: 'daterange' }), '(,2026-11-19)', '… – Nov 18, 2026'],
    [makeColumn('c', 'range'), 'empty', 'empty'],
  ])('%# %s', (column, value, shown) => {
    expect(withPlainSpaces(formatValue(column, value, { grouped: true, zone: 'UTC' }))).toBe(shown);
  });

  it.each([
    ['timestamptz', 'timestamptz', '2026-11-20T08:41:59.5+00:00', 'Nov 20, 2026, 8:41 AM'],
    ['timestamp', 'timestamp', '2026-11-20T08:41:59', 'Nov 20, 2026, 8:41 AM'],
    ['timestamptz', 'timestamptz', 'infinity', 'infinity'],
    [
      'range',
      'tstzrange',
      '["2026-11-24 08:00:30+00","2026-11-24 10:00:30+00")',
      'Nov 24, 2026, 8:00 – 10:00 AM',
    ],
    ['range', 'tsrange', '["2026-11-24 08:00:30",)', 'Nov 24, 2026, 8:00 AM – …'],
  ] as const)('shows %s (%s) %s to the minute', (kind, base, value, shown) => {
    const column = makeColumn('c', kind, { base });
    expect(withPlainSpaces(formatValue(column, value, { zone: 'UTC', precision: 'minute' }))).toBe(shown);
  });

  it('keeps dates and times in the form of inputs', () => {
    const options = { zone: 'UTC', dates: 'iso' } as const;
    const format = (kind: 'date' | 'time' | 'timestamp' | 'timestamptz', value: string) =>
      formatValue(makeColumn('c', kind), value, options);
    expect(format('date', '2026-11-20')).toBe('2026-11-20');
    expect(format('time', '08:30:00')).toBe('08:30');
    expect(format('timestamp', '2026-11-20T08:41:00')).toBe('2026-11-20 08:41');
    expect(format('timestamptz', '2026-11-20T08:41:00+00:00')).toBe('2026-11-20 08:41');
  });

  it('groups digits of amounts, not of keys', () => {
    const table = makeTable(
      't',
      [makeColumn('id', 'integer'), makeColumn('number', 'integer'), makeColumn('stock', 'integer')],
      {
        uniqueKeys: [['number']],
      },
    );
    expect(table.columns.map((column) => hasGroupedDigits(table, column))).toEqual([false, false, true]);
  });
});

describe('checkEntered', () => {
  const required = { nullable: false };
  it.each([
    [makeColumn('c', 'text', required), '', ''],
    [makeColumn('c', 'integer'), ' 12 ', '12'],
    [makeColumn('c', 'integer'), '', null],
    [makeColumn('c', 'boolean'), 'yes', true],
    [makeColumn('c', 'uuid'), '5F0c4a1e-9c3b-4b8e-8f7d-0123456789ab', '5F0c4a1e-9c3b-4b8e-8f7d-0123456789ab'],
    [makeColumn('c', 'enum', { enum: [' spaced '] }), ' spaced ', ' spaced '],
    [makeColumn('c', 'enum', { ...required, enum: ['a', ''] }), '', ''],
    [makeColumn('c', 'enum', { array: true, enum: ['a', ''] }), ['', null], ['', null]],
    [makeColumn('c', 'text', { array: true }), 'a\nb', ['a', 'b']],
    [makeColumn('c', 'text', { array: true }), '', []],
    [makeColumn('c', 'text', { array: true }), '["a", null, "x\\ny"]', ['a', null, 'x\ny']],
    [makeColumn('c', 'range', { array: true }), '[1,5)\n[7,8)', ['[1,5)', '[7,8)']],
    [makeColumn('c', 'integer', { array: true }), ['1', null], ['1', null]],
    [makeColumn('c', 'text', { maxLength: 2 }), '☕☕', '☕☕'],
    [makeColumn('c', 'numeric', { base: 'money' }), '$1,234.50', '$1,234.50'],
  ])('%# accepts %s', (column, entered, value) => {
    expect(checkEnteredValue(column, entered)).toEqual({ value });
  });

  it.each([
    [makeColumn('c', 'text', required), null, 'Required'],
    [makeColumn('c', 'date', required), '', 'Required'],
    [makeColumn('c', 'text', { maxLength: 2 }), 'abc', 'Enter at most 2 characters; this has 3.'],
    [makeColumn('c', 'enum', { enum: ['a', 'b'] }), 'c', 'Must be one of: a, b.'],
    [makeColumn('c', 'uuid'), '123', 'Enter a UUID with 32 hexadecimal digits.'],
    [makeColumn('c', 'json'), '{"a": 1,\n "b": }', 'Invalid JSON at line 2, character 7.'],
    [
      makeColumn('c', 'json'),
      ' null ',
      'JSON null can’t be saved: the REST service turns it into NULL. Choose NULL instead.',
    ],
    [
      makeColumn('c', 'json', required),
      'null',
      'JSON null can’t be saved: the REST service turns it into NULL, which this column doesn’t allow.',
    ],
    [
      makeColumn('c', 'range'),
      '1-5',
      'Enter a range, e.g. [1,10). [ and ] include a bound, ( and ) exclude it.',
    ],
    [makeColumn('c', 'integer', { array: true }), '1\nx', 'Item 2: Enter a whole number.'],
    [makeColumn('c', 'boolean'), 'maybe', 'Enter true or false.'],
    [makeColumn('c', 'network'), 'not here', 'Enter a network address, e.g. 192.168.0.1.'],
  ])('%# rejects %s', (column, entered, problem) => {
    expect(checkEnteredValue(column, entered)).toEqual({ problem });
  });

  it('requires only values that nothing else sets', () => {
    expect(isRequired(makeColumn('c', 'text', required))).toBe(true);
    expect(isRequired(makeColumn('c', 'text', { ...required, default: "'x'" }))).toBe(false);
    expect(isRequired(makeColumn('c', 'integer', { ...required, identity: 'by default' }))).toBe(false);
    expect(isRequired(makeColumn('c', 'text'))).toBe(false);
  });
});

describe('a row’s title', () => {
  it('prefers the tagged column, then a name, then a code, then the key', () => {
    const id = makeColumn('id', 'integer');
    const name = makeColumn('name', 'text');
    const email = makeColumn('email', 'text', { tags: { title: '' } });
    expect(findTitleColumn(makeTable('t', [id, name, email]))?.name).toBe('email');
    expect(findTitleColumn(makeTable('t', [id, makeColumn('notes', 'text'), name]))?.name).toBe('name');
    expect(
      findTitleColumn(makeTable('t', [id, makeColumn('notes', 'text'), makeColumn('number', 'integer')]))
        ?.name,
    ).toBe('number');
    expect(findTitleColumn(makeTable('t', [id, makeColumn('total', 'numeric')]))?.name).toBe('id');
  });
  it('is the key if the title is empty', () => {
    const table = makeTable('t', [makeColumn('id', 'integer'), makeColumn('name', 'text')]);
    expect(getRowTitle(table, { id: '5', name: '' })).toBe('5');
    expect(getRowTitle(table, { id: '5', name: 'Søn' })).toBe('Søn');
  });
});

describe('ranges of numbers', () => {
  const counts = makeColumn('counts', 'range', { base: 'int4range' });
  const prices = makeColumn('prices', 'multirange', { base: 'nummultirange' });
  const years = makeColumn('years', 'range', { base: 'int4range' });
  const codes = makeColumn('zip_code', 'range', { base: 'int4range' });
  const table = makeTable('t', [makeColumn('id', 'integer'), counts, prices, years, codes]);
  it.each([
    [counts, '[1000,20000)', '[1,000; 20,000)'],
    [counts, '[1,)', '[1, …)'],
    [prices, '{[2000.5,3000),[4000,)}', '[2,000.5; 3,000), [4,000; …)'],
    [years, '[1990,2005)', '[1990, 2005)'],
    [codes, '[20095,22769)', '[20095, 22769)'],
  ])('have the separators of numbers: $name', (column, text, shown) => {
    expect(formatValue(column, text, { grouped: hasGroupedDigits(table, column) })).toBe(shown);
  });
  it('are edited without separators', () => {
    expect(getNumberForm(table, counts)).toBe('asciiIntegers');
  });
});

describe('the noun for a row', () => {
  it.each([
    ['orders', 'order'],
    ['order_items', 'order item'],
    ['deliveries', 'delivery'],
    ['boxes', 'box'],
    ['address', 'address'],
    ['series', 'series'],
    ['Bücher', undefined],
    ['invoice', 'invoice'],
    ['stock', 'stock'],
    ['transaction', 'transaction'],
    ['pedidos', 'pedido'],
    ['stores', 'store'],
    ['sendungen', undefined],
    ['lagerorte', undefined],
    ['clienti', undefined],
    ['kunder', undefined],
    ['faktury', undefined],
    ['trabajadores', undefined],
    ['reservaciones', undefined],
  ])('one of %s is a %s', (name, noun) => {
    expect(findRowNoun(makeTable(name, []))).toBe(noun);
  });
  it('uses the table’s name only if the title is equal', () => {
    expect(findRowNoun(makeTable('order_items', [], { title: 'Order items' }))).toBe('order item');
    expect(findRowNoun(makeTable('orders', [], { title: 'Bestellungen' }))).toBeUndefined();
  });
  it('adds the noun to a number', () => {
    const orders = makeTable('orders', [makeColumn('id', 'uuid'), makeColumn('number', 'integer')]);
    expect(getRowHeading(orders, { id: 'x', number: '10608' })).toBe('Order 10608');
    expect(getRowHeading({ ...orders, title: 'Bestellungen' }, { number: '7' })).toBe('Bestellungen 7');
    expect(getRowHeading(makeTable('t', [makeColumn('name', 'text')]), { name: 'Søn' })).toBe('Søn');
  });
});

describe('overflowsLine', () => {
  it.each([
    ['a name', 'Kōhī Kissa', false],
    ['three thousand characters', 'x'.repeat(3000), true],
    ['NULL', null, false],
  ])('%s: %s', (_, text, overflows) => {
    expect(isTooLongForLine(makeColumn('value', 'text'), text)).toBe(overflows);
  });
});

describe('line breaks', () => {
  it('are restored as in the text', () => {
    expect(restoreLineEnds('a\r\nb', 'a\nb\nc')).toBe('a\r\nb\r\nc');
    expect(restoreLineEnds('a\nb', 'a\nb\nc')).toBe('a\nb\nc');
    expect(restoreLineEnds('a\r\nb\nc', 'a\nb')).toBe('a\nb');
  });
});

describe('isSameValue', () => {
  it('compares arrays by their items', () => {
    expect(isSameValue(['a', ['b']], ['a', ['b']])).toBe(true);
    expect(isSameValue(['a'], ['a', null])).toBe(false);
    expect(isSameValue(null, '')).toBe(false);
  });
});
