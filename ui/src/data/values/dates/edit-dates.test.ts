import { afterEach, describe, expect, it, vi } from 'vitest';

/** Loads the modules again, because they cache the formats of the locale. */
async function loadFor(locale: string) {
  vi.resetModules();
  vi.doMock('@/lib/browser/zone/locale', () => ({ getLocale: () => locale }));
  return { ...(await import('./edit-dates')), ...(await import('./datetime.utils')) };
}

afterEach(() => {
  vi.doUnmock('@/lib/browser/zone/locale');
  vi.resetModules();
});

const berlin = 'Europe/Berlin';

const days = [
  '2026-11-23',
  // The day and the month can be exchanged.
  '2026-03-04',
  '2026-12-01',
  '2000-02-29',
  '1970-01-01',
  '1582-10-10',
  '0100-01-01',
  '9999-12-31',
];
const times = [
  '00:00',
  '00:05',
  '09:41',
  '11:59',
  '12:00',
  '12:59',
  '13:00',
  '23:59',
  '09:41:05',
  '23:59:59',
];
/** With the fraction of `now()`. */
const preciseTimes = ['09:41:05.5', '23:59:59.000001', '00:00:00.627895'];
/** Values that are edited in the ISO form in all locales. */
const others = {
  date: ['0099-03-04', '0001-01-01', '12026-11-20', '0044-03-15 BC', 'infinity', '-infinity'],
  time: ['09:41:05.000001', '08:30+02', '24:00'],
  timestamp: ['0044-03-15 12:00:00 BC', 'infinity'],
};

const locales = [
  'de-DE',
  'en-US',
  'en-GB',
  'ar-EG',
  'fr-FR',
  'ja-JP',
  'sv-SE',
  'cs-CZ',
  'fa-IR',
  'th-TH',
  'he-IL',
];

describe.each(locales)('dates and times in inputs in %s', (locale) => {
  it('are read as the same values', async () => {
    const { formatDateForEdit, formatTimeForEdit, formatTimestampForEdit, ...checks } = await loadFor(locale);
    for (const day of [...days, ...others.date])
      expect(checks.checkDate(formatDateForEdit(day)), day).toEqual({ value: day });
    for (const time of times)
      expect(checks.checkTime(formatTimeForEdit(time), false)).toEqual({ value: time });
    for (const day of days) {
      for (const time of [...times, ...preciseTimes]) {
        const stored = `${day}T${time}${time.length === 5 ? ':00' : ''}`;
        expect(checks.checkTimestamp(formatTimestampForEdit(stored)), stored).toEqual({ value: stored });
      }
    }
  });

  it('are read as the same instants, also when the clocks change', async () => {
    const { formatTimestampTZForEdit, checkTimestampTZ, parseInstant } = await loadFor(locale);
    for (let hour = 0; hour < 48; hour++) {
      for (const start of [Date.UTC(2026, 2, 28, 12, 30), Date.UTC(2026, 9, 24, 12, 30, 7)]) {
        const stored = new Date(start + hour * 3_600_000).toISOString().replace('.000Z', '+00:00');
        const checked = checkTimestampTZ(formatTimestampTZForEdit(stored, berlin), berlin);
        expect('value' in checked && parseInstant(checked.value), stored).toBe(parseInstant(stored));
      }
    }
  });

  it('have the ISO form if no input reads another form', async () => {
    const { formatDateForEdit, formatTimeForEdit, formatTimestampForEdit } = await loadFor(locale);
    for (const text of others.date) expect(formatDateForEdit(text)).toBe(text);
    for (const text of others.time) expect(formatTimeForEdit(text)).toBe(text);
    for (const text of others.timestamp) expect(formatTimestampForEdit(text)).toBe(text);
  });
});

it.each([
  ['de-DE', '23.11.2026', '04.03.2026', '23.11.2026, 14:30', '14:30:05', '23.11.2026, 14:30:05.627895'],
  [
    'en-US',
    'Nov 23, 2026',
    'Mar 4, 2026',
    'Nov 23, 2026, 2:30 PM',
    '2:30:05 PM',
    'Nov 23, 2026, 2:30:05.627895 PM',
  ],
  ['en-GB', '23 Nov 2026', '4 Mar 2026', '23 Nov 2026, 14:30', '14:30:05', '23 Nov 2026, 14:30:05.627895'],
  ['ar-EG', '٢٣/١١/٢٠٢٦', '٠٤/٠٣/٢٠٢٦', '٢٣/١١/٢٠٢٦، ٢:٣٠ م', '٢:٣٠:٠٥ م', '٢٣/١١/٢٠٢٦، ٢:٣٠:٠٥.627895 م'],
])('%s: the inputs show the form of the cells', async (locale, date, ambiguous, timestamp, time, precise) => {
  const { formatDateForEdit, formatTimeForEdit, formatTimestampForEdit } = await loadFor(locale);
  expect(formatDateForEdit('2026-11-23')).toBe(date);
  expect(formatDateForEdit('2026-03-04')).toBe(ambiguous);
  expect(formatTimestampForEdit('2026-11-23T14:30:00')).toBe(timestamp);
  expect(formatTimeForEdit('14:30:05')).toBe(time);
  expect(formatTimestampForEdit('2026-11-23T14:30:05.627895')).toBe(precise);
  expect(formatDateForEdit('2026-11-23', 'iso')).toBe('2026-11-23');
  expect(formatTimestampForEdit('2026-11-23T14:30:00', 'iso')).toBe('2026-11-23 14:30');
});

it.each([
  ['2026-10-25T00:30:00+00:00', '2026-10-25 02:30 +02:00'],
  ['2026-10-25T01:30:00.5+00:00', 'Oct 25, 2026, 2:30:00.5 AM'],
  ['2026-10-25T01:30:00+00:00', 'Oct 25, 2026, 2:30 AM'],
  ['2026-10-25T02:30:00+00:00', 'Oct 25, 2026, 3:30 AM'],
  ['294276-12-31T23:59:59+00:00', '294276-12-31T23:59:59+00:00'],
])('%s is edited in Berlin as %s, and sent as the same instant', async (text, edited) => {
  const { formatTimestampTZForEdit, checkTimestampTZ, formatTimestampTZ } = await loadFor('en-US');
  expect(formatTimestampTZForEdit(text, berlin)).toBe(edited);
  const sent = checkTimestampTZ(edited, berlin);
  expect('value' in sent && formatTimestampTZ(sent.value, 'UTC')).toEqual(formatTimestampTZ(text, 'UTC'));
});
