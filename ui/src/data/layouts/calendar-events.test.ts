import { describe, expect, it } from 'vitest';
import { formatFilters } from '@/data/query/filters/filters.utils';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Table } from '@/lib/api.gen';
import {
  buildMoveChanges,
  buildResizeChanges,
  buildScheduleChanges,
  getEventSpan,
  isOnDays,
} from './calendar-events';
import { buildAdjacentEventsFilter, buildDaysFilter, buildUndatedFilter } from './calendar-filters';
import { type CalendarSource, getCalendarSource, listCalendarColumns } from './calendar-source';
import { formatDay, minutesPerDay, parseDay } from './calendar-times';

const zone = 'Europe/Berlin';
const range = (name: string, base: string) => makeColumn(name, 'range', { base, type: base });
const table = makeTable('events', [
  makeColumn('id', 'integer'),
  makeColumn('made_at', 'timestamptz', { default: 'now()' }),
  makeColumn('day', 'date'),
  makeColumn('at', 'timestamptz'),
  makeColumn('local', 'timestamp'),
  range('days', 'daterange'),
  range('stamps', 'tsrange'),
  range('moments', 'tstzrange'),
  makeColumn('starts_at', 'timestamptz'),
  makeColumn('ends_at', 'timestamptz'),
  makeColumn('valid_from', 'date'),
  makeColumn('valid_to', 'date'),
]);

function source(name: string, of: Table = table): CalendarSource {
  const column = of.columns.find((each) => each.name === name);
  const found = column && getCalendarSource(of, column);
  if (!found) throw new Error(`${name} makes no events`);
  return found;
}

const parseMinutes = (text: string) => {
  const [day = '', clock = '00:00'] = text.split(' ');
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return (parseDay(day) ?? Number.NaN) * minutesPerDay + hour * 60 + minute;
};
const infinity = Number.POSITIVE_INFINITY;

describe('days', () => {
  it.each(['1970-01-01', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is formatted unchanged', (text) => {
    expect(formatDay(parseDay(text) ?? 0)).toBe(text);
  });
  it.each(['2023-02-29', '2024-13-01', 'infinity', '', '2024-01-01 BC'])('%s is not a day', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });
});

describe('the columns of a calendar', () => {
  const names = (of: Table) => listCalendarColumns(of).map(({ name }) => name);
  it('start with ranges and pairs, and end with dates that the database sets', () => {
    expect(names(table)).toEqual([
      ...['days', 'stamps', 'moments', 'starts_at', 'valid_from'],
      ...['day', 'at', 'local', 'ends_at', 'valid_to', 'made_at'],
    ]);
  });
  it('end with the time of the removal', () => {
    const deals = ['created_at', 'archived_at', 'deletedAt', 'expected_closing_date'];
    const columns = deals.map((name) => makeColumn(name, 'timestamptz'));
    expect(names(makeTable('deals', columns))[0]).toBe('expected_closing_date');
  });
  it('start with the column of the table’s tag', () => {
    expect(names({ ...table, tags: { calendar: 'local' } })[0]).toBe('local');
  });
  it('include days that users enter before times that the database sets, also if their default is today', () => {
    const columns = [
      makeColumn('created_date', 'date', { default: 'CURRENT_DATE' }),
      makeColumn('logged', 'timestamptz', { default: 'now()' }),
      makeColumn('report_date', 'date', { default: 'CURRENT_DATE' }),
      makeColumn('payment_date', 'timestamptz', { default: 'now()' }),
      makeColumn('startTime', 'timestamptz', { default: 'now()' }),
      makeColumn('last_update', 'timestamptz', { default: 'now()' }),
      makeColumn('write_date', 'timestamptz'),
    ];
    expect(names(makeTable('reports', columns))).toEqual([
      ...['report_date', 'payment_date', 'startTime'],
      ...['created_date', 'logged', 'last_update', 'write_date'],
    ]);
  });
  it('omit arrays, other ranges, and hidden or unreadable columns', () => {
    const columns = [
      makeColumn('days', 'date', { array: true }),
      range('ints', 'int4range'),
      makeColumn('secret', 'date', { privileges: { select: false, insert: true, update: true } }),
      makeColumn('internal', 'date', { tags: { hidden: '' } }),
      makeColumn('clock', 'time'),
    ];
    expect(names(makeTable('t', columns))).toEqual([]);
  });
  it.each([
    ['starts_at', 'ends_at'],
    ['valid_from', 'valid_to'],
    ['day', undefined],
    ['moments', undefined],
    ['ends_at', undefined],
  ])('%s ends with %s', (name, end) => {
    expect(source(name).endColumn?.name).toBe(end);
  });
  it.each([
    ['startsAt', 'endsAt'],
    ['StartDate', 'EndDate'],
    ['Valid From', 'Valid Until'],
    ['checkIn', 'checkOut'],
  ])('%s ends with %s', (name, end) => {
    const of = makeTable('t', [makeColumn(name, 'timestamp'), makeColumn(end, 'timestamp')]);
    expect(source(name, of).endColumn?.name).toBe(end);
  });
  it('have the end column of the tag, if it is of the same kind', () => {
    const pair = (kind: 'date' | 'timestamptz') =>
      makeTable('t', [
        makeColumn('arrival', 'date', { tags: { end: 'departure' } }),
        makeColumn('departure', kind),
      ]);
    expect(source('arrival', pair('date')).endColumn?.name).toBe('departure');
    expect(source('arrival', pair('timestamptz')).endColumn).toBeUndefined();
  });
});

describe('the span of an event', () => {
  const spans: [name: string, value: string | null, start: number | undefined, end?: number][] = [
    ['day', '2024-02-29', parseMinutes('2024-02-29'), parseMinutes('2024-03-01')],
    ['day', null, undefined],
    ['day', 'infinity', infinity, infinity],
    ['day', '0044-03-15 BC', -infinity, -infinity],
    [
      'day',
      '10000-01-01',
      parseMinutes('9999-12-31') + minutesPerDay,
      parseMinutes('9999-12-31') + 2 * minutesPerDay,
    ],
    ['day', '5874897-12-31', infinity, infinity],
    [
      'local',
      '2024-02-29T23:59:59.999999',
      parseMinutes('2024-02-29 23:59'),
      parseMinutes('2024-02-29 23:59'),
    ],
    ['at', '2024-02-29T23:30:00+00:00', parseMinutes('2024-03-01 00:30'), parseMinutes('2024-03-01 00:30')],
    ['at', '2024-07-01T22:30:00+00:00', parseMinutes('2024-07-02 00:30'), parseMinutes('2024-07-02 00:30')],
    ['at', '-infinity', -infinity, -infinity],
    ['days', '[2024-01-01,2025-01-01)', parseMinutes('2024-01-01'), parseMinutes('2025-01-01')],
    ['days', '(2024-01-01,2024-01-05]', parseMinutes('2024-01-02'), parseMinutes('2024-01-06')],
    ['days', '[-infinity,infinity]', -infinity, infinity],
    ['days', '(,)', -infinity, infinity],
    ['days', 'empty', undefined],
    [
      'stamps',
      '["2024-01-01 08:00:00","2024-01-01 17:00:00")',
      parseMinutes('2024-01-01 08:00'),
      parseMinutes('2024-01-01 17:00'),
    ],
    [
      'moments',
      '["2024-03-31 00:30:00+00","2024-03-31 01:30:00+00")',
      parseMinutes('2024-03-31 01:30'),
      parseMinutes('2024-03-31 03:30'),
    ],
    ['moments', '["2024-01-01 00:00:00+00",)', parseMinutes('2024-01-01 01:00'), infinity],
  ];
  it.each(spans)('%s %s', (name, value, start, end) => {
    const found = getEventSpan(source(name), { [name]: value }, zone);
    expect(found).toEqual(start === undefined ? undefined : { start, end });
  });
  it('includes the last day of a pair of dates; a pair without an end is a point', () => {
    const row = {
      valid_from: '2024-01-30',
      valid_to: '2024-02-02',
      starts_at: '2024-01-01T08:00:00Z',
      ends_at: null,
    };
    expect(getEventSpan(source('valid_from'), row, zone)).toEqual({
      start: parseMinutes('2024-01-30'),
      end: parseMinutes('2024-02-03'),
    });
    expect(getEventSpan(source('starts_at'), row, zone)).toEqual({
      start: parseMinutes('2024-01-01 09:00'),
      end: parseMinutes('2024-01-01 09:00'),
    });
  });
});

describe('moving an event', () => {
  const day = minutesPerDay;
  const moves: [name: string, value: string, minutes: number, expected: string | undefined][] = [
    ['day', '2024-01-31', 29 * day, '2024-02-29'],
    ['day', '2024-02-29', 366 * day, '2025-03-01'],
    ['day', '9999-12-31', day, undefined],
    ['day', 'infinity', day, undefined],
    ['day', '0044-03-15 BC', day, undefined],
    ['local', '2024-02-28T23:59:59.999999', day, '2024-02-29T23:59:59.999999'],
    ['local', '2024-02-29T23:50:00.5', 15, '2024-03-01T00:05:00.5'],
    // The clock's time stays, over a change of clocks too; so do the microseconds.
    ['at', '2024-03-30T08:00:00.000001+00:00', day, '2024-03-31T09:00:00.000001+02:00'],
    ['at', '2024-10-26T22:15:00+00:00', day, '2024-10-28T00:15:00+01:00'],
    // There is no half past two on that day: the clock is put on.
    ['at', '2024-03-30T01:30:00+00:00', day, '2024-03-31T02:30:00+01:00'],
    ['days', '[2024-01-30,2024-02-02)', 2 * day, '[2024-02-01,2024-02-04)'],
    ['days', '[2024-01-30,)', -day, '[2024-01-29,)'],
    ['days', '(,)', day, undefined],
    ['days', 'empty', day, undefined],
    ['days', '[-infinity,2024-02-02)', day, '[-infinity,2024-02-03)'],
    [
      'moments',
      '("2024-03-30 07:00:00.000001+00","2024-03-30 16:00:00+00"]',
      day,
      '(2024-03-31T08:00:00.000001+02:00,2024-03-31T17:00:00+02:00]',
    ],
  ];
  it.each(moves)('%s %s by %i minutes', (name, value, minutes, expected) => {
    const changes = buildMoveChanges(source(name), { [name]: value }, minutes, zone);
    expect(changes?.[name]).toBe(expected);
  });
  it('moves both columns of a pair, and keeps a missing end', () => {
    const pair = source('valid_from');
    expect(buildMoveChanges(pair, { valid_from: '2024-01-31', valid_to: '2024-02-01' }, day, zone)).toEqual({
      valid_from: '2024-02-01',
      valid_to: '2024-02-02',
    });
    expect(buildMoveChanges(pair, { valid_from: '2024-01-31', valid_to: null }, day, zone)).toEqual({
      valid_from: '2024-02-01',
    });
  });
});

describe('resizing an event', () => {
  const day = minutesPerDay;
  const sizes: [
    name: string,
    value: string,
    edge: 'start' | 'end',
    minutes: number,
    expected: string | undefined,
  ][] = [
    ['days', '[2024-01-30,2024-02-02)', 'end', day, '[2024-01-30,2024-02-03)'],
    ['days', '[2024-01-30,2024-02-02)', 'start', 2 * day, '[2024-02-01,2024-02-02)'],
    ['days', '[2024-01-30,2024-02-02)', 'start', 3 * day, undefined],
    ['days', '[2024-01-30,)', 'end', day, undefined],
    [
      'moments',
      '("2024-01-01 07:00:00.000001+00","2024-01-01 16:00:00+00"]',
      'end',
      15,
      '(2024-01-01 07:00:00.000001+00,2024-01-01T17:15:00+01:00]',
    ],
    ['stamps', '["2024-01-01 08:00:00","2024-01-01 09:00:00")', 'end', -60, undefined],
  ];
  it.each(sizes)('%s %s: its %s by %i', (name, value, edge, minutes, expected) => {
    const changes = buildResizeChanges(source(name), { [name]: value }, edge, minutes, zone);
    expect(changes?.[name]).toBe(expected);
  });
  it('changes one column of a pair, and sets a missing end', () => {
    const pair = source('valid_from');
    expect(buildResizeChanges(pair, { valid_from: '2024-01-31', valid_to: null }, 'end', day, zone)).toEqual({
      valid_to: '2024-02-01',
    });
    expect(
      buildResizeChanges(pair, { valid_from: '2024-01-31', valid_to: '2024-01-31' }, 'end', -day, zone),
    ).toBeUndefined();
    expect(buildResizeChanges(source('day'), { day: '2024-01-31' }, 'end', day, zone)).toBeUndefined();
  });
});

describe('placing a row without a date', () => {
  it.each([
    ['day', '2024-03-31'],
    ['local', '2024-03-31T09:00:00'],
    ['at', '2024-03-31T09:00:00+02:00'],
    ['days', '[2024-03-31,2024-04-01)'],
    ['moments', '[2024-03-31T09:00:00+02:00,2024-03-31T10:00:00+02:00)'],
  ])('%s becomes %s', (name, expected) => {
    expect(buildScheduleChanges(source(name), parseMinutes('2024-03-31 09:00'), zone)).toEqual({
      [name]: expected,
    });
  });
});

describe('the filters of a calendar', () => {
  const days = { from: parseDay('2024-03-25') ?? 0, to: parseDay('2024-04-01') ?? 0 };
  it.each([
    ['day', 'and', '(day.gte.2024-03-25,day.lt.2024-04-01)'],
    ['local', 'and', '(local.gte."2024-03-25T00:00:00",local.lt."2024-04-01T00:00:00")'],
    ['at', 'and', '(at.gte."2024-03-25T00:00:00+01:00",at.lt."2024-04-01T00:00:00+02:00")'],
    ['days', 'days', 'ov.[2024-03-25,2024-04-01)'],
    ['moments', 'moments', 'ov.[2024-03-25T00:00:00+01:00,2024-04-01T00:00:00+02:00)'],
    ['valid_from', 'and', '(or(valid_from.gte.2024-03-25,valid_to.gte.2024-03-25),valid_from.lt.2024-04-01)'],
  ])('of %s: %s=%s', (name, parameter, expected) => {
    expect(formatFilters([buildDaysFilter(source(name), days, zone)])).toEqual([[parameter, expected]]);
  });
  it('match rows that no day can show: no date, an empty range, a date out of range', () => {
    expect(formatFilters([buildUndatedFilter(source('day'))])).toEqual([
      ['or', '(day.is.null,day.gte.10000-01-01,day.lt.0001-01-01)'],
    ]);
    const over = 'and(valid_from.lt.0001-01-01,or(valid_to.is.null,valid_to.lt.0001-01-01))';
    expect(formatFilters([buildUndatedFilter(source('valid_from'))])).toEqual([
      ['or', `(valid_from.is.null,valid_from.gte.10000-01-01,${over})`],
    ]);
    const reached = '"[0001-01-01,10000-01-01)"';
    expect(formatFilters([buildUndatedFilter(source('days'))])).toEqual([
      ['or', `(days.is.null,days.eq.empty,days.sl.${reached},days.sr.${reached})`],
    ]);
  });
  it.each([
    ['day', 'before', ['and', '(day.lt.2024-03-25,day.gte.0001-01-01)']],
    ['day', 'after', ['and', '(day.gte.2024-04-01,day.lt.10000-01-01)']],
    ['days', 'before', ['days', 'sl.[2024-03-25,2024-04-01)']],
    ['days', 'after', ['days', 'sr.[2024-03-25,2024-04-01)']],
  ] as const)('finds the next %s %s the days', (name, way, expected) => {
    expect(formatFilters([buildAdjacentEventsFilter(source(name), days, zone, way)])).toEqual([expected]);
  });
  it.each([
    ['day', '2024-03-25', true],
    ['day', '2024-04-01', false],
    ['day', 'infinity', false],
    ['day', '-infinity', false],
    ['day', null, false],
    ['days', '[2024-01-01,2024-03-25)', false],
    ['days', '[2024-01-01,2024-03-26)', true],
    ['days', '(,)', true],
    ['days', 'empty', false],
    ['at', '2024-03-24T23:00:00+00:00', true],
    ['at', '2024-03-24T22:59:59+00:00', false],
  ])('%s %s is on them: %s', (name, value, expected) => {
    expect(isOnDays(source(name), days, { [name]: value }, zone)).toBe(expected);
    expect(isOnDays(source(name), null, { [name]: value }, zone)).toBe(!/\d|,/.test(`${value}`));
  });
});
