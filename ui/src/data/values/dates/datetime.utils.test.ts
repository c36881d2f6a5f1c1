import { describe, expect, it } from 'vitest';
import {
  checkDate,
  checkInterval,
  checkTime,
  checkTimestamp,
  checkTimestampTZ,
  formatTimeOfDay,
  formatTimestamp,
  formatTimestampTZ,
} from './datetime.utils';

const berlin = 'Europe/Berlin';

describe('formatting', () => {
  it.each([
    ['2026-11-20T08:41:00+00:00', '2026-11-20 09:41', 'GMT+1'],
    ['2026-06-01T08:41:36.123456+00:00', '2026-06-01 10:41:36.123456', 'GMT+2'],
    ['2026-12-31T23:30:00-05:00', '2027-01-01 05:30', 'GMT+1'],
    ['0055-03-01T00:00:00+00:00', '0055-03-01 00:53:28', 'GMT+0:53:28'],
    ['infinity', 'infinity', ''],
    ['0044-03-15T12:00:00+00:00 BC', '0044-03-15T12:00:00+00:00 BC', ''],
  ])('%s in Berlin is %s %s', (text, shown, zone) => {
    const got = formatTimestampTZ(text, berlin);
    expect(got.text).toBe(shown);
    expect(got.zone).toMatch(
      zone === 'GMT+1' ? /^(CET|GMT\+1)$/ : zone === 'GMT+2' ? /^(CEST|GMT\+2)$/ : /.*/,
    );
  });

  it('omits only seconds that are 0', () => {
    expect(formatTimestamp('2026-11-20T09:41:00')).toBe('2026-11-20 09:41');
    expect(formatTimestamp('2026-11-20T09:41:00.5')).toBe('2026-11-20 09:41:00.5');
    expect(formatTimestamp('-infinity')).toBe('-infinity');
    expect(formatTimeOfDay('08:30:00')).toBe('08:30');
    expect(formatTimeOfDay('08:30:00+02')).toBe('08:30+02');
    expect(formatTimeOfDay('08:30:00.5')).toBe('08:30:00.5');
  });
});

describe('checking', () => {
  it.each([
    ['2026-11-20 09:41', '2026-11-20T09:41:00+01:00'],
    ['2026-06-01T10:41:36.123456', '2026-06-01T10:41:36.123456+02:00'],
    ['2026-06-01 10:41Z', '2026-06-01T10:41:00+00:00'],
    ['2026-06-01 10:41 -05', '2026-06-01T10:41:00-05'],
    ['2026-03-29 03:30', '2026-03-29T03:30:00+02:00'],
    ['2026-10-25 04:00', '2026-10-25T04:00:00+01:00'],
    ['infinity', 'infinity'],
  ])('%s entered in Berlin is sent as %s', (typed, sent) => {
    expect(checkTimestampTZ(typed, berlin)).toEqual({ value: sent });
  });

  it('sends the displayed instant unchanged', () => {
    for (const text of ['2026-11-20T08:41:36.000001+00:00', '1999-07-01T00:00:00+00:00']) {
      const sent = checkTimestampTZ(formatTimestampTZ(text, berlin).text, berlin);
      expect('value' in sent && formatTimestampTZ(sent.value, berlin)).toEqual(
        formatTimestampTZ(text, berlin),
      );
    }
  });

  it.each([
    [checkTimestampTZ('2026-02-30 10:00'), 'This date doesn’t exist.'],
    [checkTimestampTZ('2026-02-20 25:00'), 'This time doesn’t exist.'],
    [checkTimestampTZ('tomorrow'), 'Enter a date and time, e.g. Nov 20, 2026, 2:30 PM.'],
    [checkTimestamp('2026-02-20 10:00+01'), 'Remove the time zone: this column has none.'],
    [checkDate('20.11.2026'), 'Enter a date, e.g. Nov 20, 2026.'],
    [checkDate('2025-02-29'), 'This date doesn’t exist.'],
    [checkDate('2025-02-29 00:00:00'), 'This date doesn’t exist.'],
    [checkDate('2024-02-29T23:00:00.000Z'), 'Enter a date, e.g. Nov 20, 2026.'],
    [checkDate('2024-02-29 00:00:00+02'), 'Enter a date, e.g. Nov 20, 2026.'],
    [checkDate('2024-02-29+02'), 'Enter a date, e.g. Nov 20, 2026.'],
    [checkDate('2/29/2024 10:30'), 'Enter a date, e.g. Nov 20, 2026.'],
    [checkTime('9.30', false), 'Enter a time, e.g. 2:30 PM.'],
    [checkTime('12:60', false), 'This time doesn’t exist.'],
    [checkTime('12:00+02', false), 'Remove the time zone: this column has none.'],
    [checkInterval('soon'), 'Enter an interval, e.g. “1 day 2 hours” or “02:30”.'],
    [checkInterval(''), 'Enter an interval, e.g. “1 day 2 hours” or “02:30”.'],
  ])('rejects: %j', (got, problem) => {
    expect(got).toEqual({ problem });
  });

  it.each(['2024-02-29', 'infinity', '0044-03-15 BC', '12026-01-01', '294276-12-31'])(
    'takes the date %s',
    (text) => {
      expect(checkDate(text)).toEqual({ value: text });
    },
  );
  it.each([
    '2024-02-29 00:00:00',
    '2024-02-29T00:00',
    '2024-02-29T00:00:00.000Z',
    '2024-02-29 00:00:00+00',
    '2/29/2024 0:00',
  ])('takes the date of %s, as other programs export dates', (text) => {
    expect(checkDate(text)).toEqual({ value: '2024-02-29' });
  });
  it.each(['14:30', '09:05', '23:59:59.999999', '24:00:00'])('accepts the time %s', (text) => {
    expect(checkTime(text, false)).toEqual({ value: text });
    expect(checkTime(text.replace(/^0/, ''), false)).toEqual({ value: text });
  });
  it('accepts a time with its zone', () => {
    expect(checkTime('14:30+02', true)).toEqual({ value: '14:30+02' });
  });
  it.each([
    '1 day',
    '1 day 02:30:00',
    '3 hours 5 min',
    '-00:15',
    'P1DT2H',
    '1 mon -2 days',
    '2h 30m',
    '1 year ago',
  ])('accepts the interval %s', (text) => {
    expect(checkInterval(text)).toEqual({ value: text });
  });
});
