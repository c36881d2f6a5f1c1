import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';

const price = makeColumn('price', 'numeric', { base: 'numeric' });
const amount = makeColumn('amount', 'numeric', { base: 'numeric', tags: { format: 'currency EUR' } });
const stock = makeColumn('stock', 'integer', { base: 'int4' });
const due = makeColumn('due_on', 'date', { base: 'date' });
const at = makeColumn('starts_at', 'timestamp', { base: 'timestamp' });
const time = makeColumn('opens', 'time', { base: 'time' });

/** Loads the modules again, because they cache the formats of the locale. */
async function loadFor(locale: string) {
  vi.resetModules();
  vi.doMock('@/lib/browser/zone/locale', () => ({ getLocale: () => locale }));
  const { formatValue, getNumberForm, hasGroupedDigits } = await import('../value.utils');
  const { checkEnteredValue, toEnteredValue } = await import('../checks/check-value');
  return { formatValue, checkEnteredValue, toEnteredValue, getNumberForm, hasGroupedDigits };
}

type Values = Awaited<ReturnType<typeof loadFor>>;

afterEach(() => {
  vi.doUnmock('@/lib/browser/zone/locale');
  vi.resetModules();
});

/** Replaces the special spaces of Intl. */
const withPlainSpaces = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

describe.each([
  {
    locale: 'de-DE',
    shown: ['1.234.567,50', '2.500', '15,90 €', '-1.234,56 €', '20.11.2026', '20.11.2026, 14:30', '14:30'],
    edited: ['15,90', '2,500', '2500'],
    accepted: [
      [price, '15,90', '15.90'],
      [price, '2.500,00', '2500.00'],
      [price, '2.500', '2500'],
      [price, '-1.234.567,5', '-1234567.5'],
      [price, '15.90', '15.90'],
      [price, '15,90 €', '15.90'],
      [stock, '12.500', '12500'],
      [due, '20.11.2026', '2026-11-20'],
      [due, '1.2.26', '2026-02-01'],
      [due, '20. November 2026', '2026-11-20'],
      [due, '2026-11-20', '2026-11-20'],
      [at, '20.11.2026, 14:30', '2026-11-20T14:30:00'],
      [time, '14:30', '14:30'],
    ],
    rejected: [
      [price, '1,234,567'],
      [price, '12.50.3'],
      [stock, '1,5'],
      [due, '11/20/2026'],
      [due, '31.2.2026'],
      [due, '20. Novembre 2026'],
    ],
  },
  {
    locale: 'ar-EG',
    shown: ['١٬٢٣٤٬٥٦٧٫٥٠', '٢٬٥٠٠', '١٥٫٩٠ €', '-١٬٢٣٤٫٥٦ €', '٢٠‏/١١‏/٢٠٢٦', undefined, undefined],
    edited: ['١٥٫٩٠', '٢٫٥٠٠', '2500'],
    accepted: [
      [price, '١٥٫٩٠', '15.90'],
      [price, '٢٬٥٠٠٫٠٠', '2500.00'],
      [price, '15.90', '15.90'],
      [stock, '١٢', '12'],
      [due, '٢٠/١١/٢٠٢٦', '2026-11-20'],
      [due, '٢٠ نوفمبر ٢٠٢٦', '2026-11-20'],
      [at, '٢٠/١١/٢٠٢٦، ٢:٣٠ م', '2026-11-20T14:30:00'],
      [time, '٩:٠٥ ص', '09:05'],
    ],
    rejected: [
      [price, '١٥٫٩٫٠'],
      [due, '٢٠.١١.٢٠٢٦'],
    ],
  },
  {
    locale: 'en-US',
    shown: [
      '1,234,567.50',
      '2,500',
      '€15.90',
      '-€1,234.56',
      'Nov 20, 2026',
      'Nov 20, 2026, 2:30 PM',
      '2:30 PM',
    ],
    edited: ['15.90', '2.500', '2500'],
    accepted: [
      [price, '2,500.00', '2500.00'],
      [price, '.5', '.5'],
      [price, '1e3', '1e3'],
      [due, '11/20/2026', '2026-11-20'],
      [due, 'Nov 20, 2026', '2026-11-20'],
      [at, 'Nov 20, 2026, 2:30 PM', '2026-11-20T14:30:00'],
      [time, '12:05 am', '00:05'],
    ],
    rejected: [
      [price, '15,90'],
      [due, '05.06.2026'],
      [time, '13:05 pm'],
    ],
  },
] as const)('values in $locale', ({ locale, shown, edited, accepted, rejected }) => {
  let values: Values;
  beforeEach(async () => {
    values = await loadFor(locale);
  });

  it('are shown in the form of the locale', () => {
    const format = values.formatValue;
    const texts = [
      format(price, '1234567.50', { grouped: true }),
      format({ ...stock, kind: 'numeric' }, '2500', { grouped: true }),
      format(amount, '15.9'),
      format(amount, '-1234.56'),
      format(due, '2026-11-20'),
      format(at, '2026-11-20T14:30:00'),
      format(time, '14:30:00'),
    ].map(withPlainSpaces);
    // A mark would move the parts of a date in a text that is written from left to right.
    for (const [i, text] of shown.entries()) {
      if (text !== undefined) expect(texts[i]).toBe(text.replace(/\u200f/g, ''));
    }
  });

  it('are edited in the form that is accepted again, with all digits', () => {
    const stored = ['15.90', '2.500', '2500'];
    expect(stored.map((text) => values.toEnteredValue(price, text))).toEqual(edited);
    for (const text of [...stored, '-0.001', '123456789012345678901234567890.1200']) {
      const entered = values.toEnteredValue(price, text);
      expect(values.checkEnteredValue(price, entered)).toEqual({ value: text });
    }
  });

  it.each(accepted.map(([column, text, value]) => [column.name, text, column, value] as const))(
    'accept for %s: %s',
    (_, text, column, value) => {
      expect(values.checkEnteredValue(column, text)).toEqual({ value });
    },
  );

  it.each(rejected.map(([column, text]) => [column.name, text, column] as const))(
    'reject for %s: %s',
    (_, text, column) => {
      expect(values.checkEnteredValue(column, text)).toHaveProperty('problem');
    },
  );
});

describe.each([
  ['de-DE', '20.11.2026\n21.11.2026', '[20.11.2026,22.11.2026]\n[24.11.2026,)', '20.11.2026, 14:30'],
  [
    'en-US',
    'Nov 20, 2026\nNov 21, 2026',
    '["Nov 20, 2026","Nov 22, 2026"]\n["Nov 24, 2026",)',
    'Nov 20, 2026, 2:30 PM',
  ],
])('arrays in %s', (locale, days, ranges, moment) => {
  const array = { array: true };
  const cases = [
    [makeColumn('days', 'date', { ...array, base: 'date' }), ['2026-11-20', '2026-11-21'], days],
    [
      makeColumn('stays', 'range', { ...array, base: 'daterange' }),
      ['[2026-11-20,2026-11-23)', '[2026-11-24,)'],
      ranges,
    ],
    [makeColumn('at', 'timestamp', { ...array, base: 'timestamp' }), ['2026-11-20T14:30:00'], moment],
  ] as const;

  it.each(cases)('are edited in the form of the locale: $kind', async (column, value, text) => {
    const { toEnteredValue, checkEnteredValue } = await loadFor(locale);
    const entered = toEnteredValue(column, value);
    expect(withPlainSpaces(String(entered))).toBe(text);
    const checked = checkEnteredValue(column, entered);
    if (!('value' in checked)) throw new Error(checked.problem);
    expect(toEnteredValue(column, checked.value)).toBe(entered);
    expect(toEnteredValue(column, value, 'iso')).toBe(value.join('\n'));
  });

  it('with NULL are edited as JSON with ISO dates', async () => {
    const { toEnteredValue } = await loadFor(locale);
    expect(toEnteredValue(makeColumn('days', 'date', array), ['2026-11-20', null])).toBe(
      '["2026-11-20",null]',
    );
  });

  it('have one range', async () => {
    const { toEnteredValue, checkEnteredValue } = await loadFor(locale);
    const column = makeColumn('stays', 'range', { ...array, base: 'daterange' });
    const entered = toEnteredValue(column, ['[2026-11-20,2026-11-23)']);
    expect(withPlainSpaces(String(entered))).toBe(ranges.split('\n')[0]);
    expect(checkEnteredValue(column, entered)).toEqual({ value: ['[2026-11-20,2026-11-22]'] });
    expect(checkEnteredValue(column, '["[2026-11-20,2026-11-22]"]')).toEqual({
      value: ['[2026-11-20,2026-11-22]'],
    });
  });
});

/** Columns and their values as PostgreSQL writes them, with the displayed and the edited text. */
const numberRange = makeColumn('grams', 'range', { base: 'numrange' });
const counts = makeColumn('counts', 'range', { base: 'int4range' });
const numbers = makeColumn('weights', 'multirange', { base: 'nummultirange' });
const stays = makeColumn('stays', 'multirange', { base: 'datemultirange' });
const prices = makeColumn('prices', 'numeric', { base: 'numeric', array: true });
const holidays = makeColumn('holidays', 'date', { base: 'date', array: true });

describe.each([
  {
    locale: 'de-DE',
    cases: [
      [numberRange, '[1.500,2.25)', '[1,500; 2,25)', '[1,500; 2,25)'],
      [numberRange, '[1500,)', '[1500, …)', '[1500,)'],
      [numberRange, '(,0.5]', '(…; 0,5]', '(; 0,5]'],
      [counts, '[1,1500)', '[1, 1500)', '[1,1500)'],
      [numbers, '{[1.500,2),[3,4.5)}', '[1,500; 2), [3; 4,5)', '{[1,500; 2),[3; 4,5)}'],
      [
        stays,
        '{[2026-11-16,2026-11-19),[2026-11-24,)}',
        undefined,
        '{[16.11.2026,18.11.2026],[24.11.2026,)}',
      ],
      [prices, ['15.90', '2.500'], '15,90; 2,500', '15,90\n2,500'],
      [
        prices,
        [
          ['1.500', '2'],
          ['3', '4'],
        ],
        '[[1,500; 2]; [3, 4]]',
        '[\n  [1.500, 2],\n  [3, 4]\n]',
      ],
      [
        holidays,
        [['2026-11-20', '2026-11-21']],
        '[[20.11.2026, 21.11.2026]]',
        '[\n  ["20.11.2026", "21.11.2026"]\n]',
      ],
    ],
  },
  {
    locale: 'ar-EG',
    cases: [
      [numberRange, '[1.500,2.25)', '[١٫٥٠٠, ٢٫٢٥)', '[١٫٥٠٠,٢٫٢٥)'],
      [counts, '[1,1500)', '[١, ١٥٠٠)', '[1,1500)'],
      [prices, ['15.90', '2.500'], '١٥٫٩٠, ٢٫٥٠٠', '١٥٫٩٠\n٢٫٥٠٠'],
    ],
  },
  {
    locale: 'en-US',
    cases: [
      [numberRange, '[1.500,2.25)', '[1.500, 2.25)', '[1.500,2.25)'],
      [numbers, '{[1.500,2),[3,4.5)}', '[1.500, 2), [3, 4.5)', '{[1.500,2),[3,4.5)}'],
      [
        stays,
        '{[2026-11-16,2026-11-19),[2026-11-24,)}',
        undefined,
        '{["Nov 16, 2026","Nov 18, 2026"],["Nov 24, 2026",)}',
      ],
      [prices, ['15.90', '2.500'], '15.90, 2.500', '15.90\n2.500'],
      [
        holidays,
        [['2026-11-20', '2026-11-21']],
        '[[Nov 20, 2026; Nov 21, 2026]]',
        '[\n  ["Nov 20, 2026", "Nov 21, 2026"]\n]',
      ],
    ],
  },
] as const)('ranges and arrays in $locale', ({ locale, cases }) => {
  it.each(
    cases.map(([column, value, shown, edited]) => [column.name, value, shown, edited, column] as const),
  )('%s %j is shown as %s and edited as %s', async (_, value, shown, edited, column) => {
    const { formatValue, toEnteredValue, checkEnteredValue } = await loadFor(locale);
    const text = withPlainSpaces(formatValue(column, value));
    if (shown !== undefined) expect(text).toBe(shown);
    const entered = toEnteredValue(column, value);
    expect(withPlainSpaces(String(entered))).toBe(edited);
    const checked = checkEnteredValue(column, entered);
    if (!('value' in checked)) throw new Error(checked.problem);
    // A range of days is sent with its last day, which is the same range.
    if (column === stays) expect(checked.value).toBe('{[2026-11-16,2026-11-18],[2026-11-24,)}');
    else expect(checked.value).toEqual(value);
    if (column.kind === 'range') expect(checkEnteredValue(column, text)).toEqual({ value });
  });
});

it('ranges and arrays have plain numbers in imported texts, JSON, tooltips and filters', async () => {
  const { checkEnteredValue, formatValue, toEnteredValue } = await loadFor('de-DE');
  expect(checkEnteredValue(numberRange, '[1.500,2.5)', 'plain')).toEqual({ value: '[1.500,2.5)' });
  expect(checkEnteredValue(numberRange, '[1.500,2.5)')).toEqual({ value: '[1500,2.5)' });
  expect(checkEnteredValue(numbers, '{[1.500,2.5)}', 'plain')).toEqual({ value: '{[1.500,2.5)}' });
  expect(checkEnteredValue(prices, '1.500\n2.5', 'plain')).toEqual({ value: ['1.500', '2.5'] });
  expect(checkEnteredValue(prices, '["1.500", null]')).toEqual({ value: ['1.500', null] });
  expect(checkEnteredValue(prices, ['1.500', '15,90'])).toEqual({ value: ['1500', '15.90'] });
  expect(formatValue(numbers, '{[1.5,2)}', { dates: 'iso' })).toBe('{[1.5,2)}');
  // Spreadsheets get ISO dates and local decimals, as from columns of single values.
  expect(toEnteredValue(prices, ['15.90', '2'], 'iso')).toBe('15,90\n2');
});

it('plain numbers, such as keys in a URL, do not depend on the locale', async () => {
  const { checkEnteredValue } = await loadFor('de-DE');
  expect(checkEnteredValue(price, '2.500', 'plain')).toEqual({ value: '2.500' });
  expect(checkEnteredValue(price, '15,90', 'plain')).toHaveProperty('problem');
});

describe.each([
  ['de-DE', '12.500', '12500', '2.500', '4 / 5', '7, 2.500', '7\n2500'],
  ['ar-EG', '١٢٬٥٠٠', '١٢٥٠٠', '٢٬٥٠٠', '٤ / ٥', '٧, ٢٬٥٠٠', '٧\n٢٥٠٠'],
  ['en-US', '12,500', '12500', '2,500', '4 / 5', '7; 2,500', '7\n2500'],
])('integers in %s', (locale, shown, edited, small, rating, list, editedList) => {
  const table = makeTable('batches', [
    makeColumn('id', 'integer', { base: 'int4' }),
    stock,
    makeColumn('customer', 'integer', { base: 'int4' }),
    makeColumn('roast_year', 'integer', { base: 'int4' }),
  ]);
  const reference = { name: 'customer', columns: ['customer'], refSchema: 'public', refTable: 'customers' };
  const withReference = {
    ...table,
    foreignKeys: [{ ...reference, refColumns: ['id'], onDelete: '', notEmbeddable: false }],
  };

  it('have the digits of the locale if they are quantities', async () => {
    const { formatValue, checkEnteredValue, toEnteredValue, getNumberForm, hasGroupedDigits } =
      await loadFor(locale);
    const grouped = hasGroupedDigits(withReference, stock);
    expect(formatValue(stock, '12500', { grouped })).toBe(shown);
    expect(formatValue(stock, '2500', { grouped })).toBe(small);
    expect(formatValue({ ...stock, tags: { format: 'rating' } }, '4')).toBe(rating);
    const entered = toEnteredValue(stock, '12500', 'local', getNumberForm(withReference, stock));
    expect(entered).toBe(edited);
    for (const text of [edited, shown, '12500', String(entered)]) {
      expect(checkEnteredValue(stock, text)).toEqual({ value: '12500' });
    }
    const negative = toEnteredValue(stock, '-7', 'local', 'localDigits');
    expect(checkEnteredValue(stock, negative)).toEqual({ value: '-7' });
  });

  it('have the digits of the locale in arrays', async () => {
    const { formatValue, checkEnteredValue, toEnteredValue, getNumberForm } = await loadFor(locale);
    const counts = { ...stock, array: true };
    expect(formatValue(counts, ['7', '2500'], { grouped: true })).toBe(list);
    const entered = toEnteredValue(
      counts,
      ['7', '2500'],
      'local',
      getNumberForm(makeTable('t', [makeColumn('id', 'integer'), counts]), counts),
    );
    expect(entered).toBe(editedList);
    expect(checkEnteredValue(counts, entered)).toEqual({ value: ['7', '2500'] });
  });

  it('have no separator in four digits that can be a year', async () => {
    const { formatValue } = await loadFor(locale);
    for (const name of ['founded', 'yearBuilt', 'valid_from', 'vintage']) {
      const text = formatValue({ ...stock, name }, '2026', { grouped: true });
      expect(text.replace(/\p{Nd}/gu, '')).toBe('');
    }
  });

  it('are plain in keys, references and years, and can be entered with the digits of the locale', async () => {
    const { formatValue, checkEnteredValue, toEnteredValue, getNumberForm, hasGroupedDigits } =
      await loadFor(locale);
    for (const column of withReference.columns.filter((each) => each !== stock)) {
      expect(formatValue(column, '2026', { grouped: hasGroupedDigits(withReference, column) })).toBe('2026');
      expect(toEnteredValue(column, '2026', 'local', getNumberForm(withReference, column))).toBe('2026');
      expect(checkEnteredValue(column, edited)).toEqual({ value: '12500' });
    }
  });
});
