import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setZone } from '@/lib/browser/zone/zone';
import { checkRange, formatRange, formatRangeForEdit, parseRange } from './range.utils';

describe('a range', () => {
  beforeEach(() => setZone('Europe/Berlin'));
  afterEach(() => setZone(null));

  it.each([
    [
      '["a ""b""","c\\\\d"]',
      { lower: 'a "b"', upper: 'c\\d', isLowerInclusive: true, isUpperInclusive: true },
    ],
    ['(,)', { lower: '', upper: '', isLowerInclusive: false, isUpperInclusive: false }],
    ['[1,5)', { lower: '1', upper: '5', isLowerInclusive: true, isUpperInclusive: false }],
    ['empty', undefined],
    ['1,5', undefined],
  ])('%s is parsed and formatted to an equal range', (text, range) => {
    expect(parseRange(text)).toEqual(range);
    if (range) expect(parseRange(formatRange(range))).toEqual(range);
  });

  // The stored, the edited and the sent text.
  it.each([
    [
      'tstzrange',
      '["2026-07-05 15:00:00.5+00","2026-07-05 19:00:00+00")',
      '["Jul 5, 2026, 5:00:00.5 PM","Jul 5, 2026, 9:00 PM")',
      '[2026-07-05T17:00:00.5+02:00,2026-07-05T21:00:00+02:00)',
    ],
    [
      'tstzrange',
      '["2026-10-25 00:30:00+00",)',
      '[2026-10-25 02:30 +02:00,)',
      '[2026-10-25T02:30:00+02:00,)',
    ],
    [
      'tsrange',
      '["2026-07-05 15:00:00","2026-07-05 19:00:00")',
      '["Jul 5, 2026, 3:00 PM","Jul 5, 2026, 7:00 PM")',
      '[2026-07-05T15:00:00,2026-07-05T19:00:00)',
    ],
    ['daterange', '[2026-11-16,2026-11-19)', '["Nov 16, 2026","Nov 18, 2026"]', '[2026-11-16,2026-11-18]'],
    ['daterange', '[2026-11-16,)', '["Nov 16, 2026",)', '[2026-11-16,)'],
    ['daterange', '[2026-11-16,infinity)', '["Nov 16, 2026",infinity)', '[2026-11-16,infinity)'],
    ['int8range', '[1,9223372036854775807)', '[1,9223372036854775807)', '[1,9223372036854775807)'],
    ['numrange', '(0.10,)', '(0.10,)', '(0.10,)'],
    ['tstzrange', 'empty', 'empty', 'empty'],
    ['letters', '[a,"b,c"]', '[a,"b,c"]', '[a,"b,c"]'],
  ])('%s: %s is edited as %s', (base, stored, edited, sent) => {
    expect(formatRangeForEdit(base, stored)).toBe(edited);
    expect(checkRange(base, edited)).toEqual({ value: sent });
    // Text in the database's form can be pasted, too.
    expect(checkRange(base, stored)).toHaveProperty('value');
  });

  it.each([
    ['int4range', '[1,x)', 'End: Enter a whole number.'],
    ['int4range', '[3000000000,)', 'Start: Enter a number between -2,147,483,648 and 2,147,483,647.'],
    ['daterange', '[2026-02-30,)', 'Start: This date doesn’t exist.'],
    ['tstzrange', '[2026-11-20 09:00,noon)', 'End: Enter a date and time, e.g. Nov 20, 2026, 2:30 PM.'],
    ['numrange', '1-5', 'Enter a range, e.g. [1,10). [ and ] include a bound, ( and ) exclude it.'],
  ])('%s rejects %s', (base, text, problem) => {
    expect(checkRange(base, text)).toEqual({ problem });
  });
});
