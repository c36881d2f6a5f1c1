import { describe, expect, it } from 'vitest';
import { toZonedParts } from './zoned-parts';

const hour = 3_600_000;

/** Formats an instant with Intl, without the cache of `toZonedParts`. */
function formatWithIntl(timeZone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', timeZoneName: 'short', year: 'numeric' },
    ...{ month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  } as Intl.DateTimeFormatOptions).format(instant);
}

function format(zone: string, instant: Date): string {
  const { year, month, day, hour: hours, minute, second, name } = toZonedParts(zone, instant);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(day)}/${pad(month)}/${year}, ${pad(hours)}:${pad(minute)}:${pad(second)} ${name}`;
}

describe('toZonedParts', () => {
  it.each([
    ['Europe/Berlin', 'both changes of summer time', '2026-03-28', '2026-03-31'],
    ['Europe/Berlin', 'the end of summer time', '2026-10-24', '2026-10-27'],
    ['America/New_York', 'the start of summer time', '2026-03-07', '2026-03-10'],
    ['Australia/Lord_Howe', 'a change by half an hour', '2026-04-03', '2026-04-06'],
    ['Pacific/Apia', 'a day that was skipped', '2011-12-28', '2012-01-01'],
    ['Asia/Kathmandu', 'an offset of 45 minutes', '2026-01-01', '2026-01-02'],
    ['Africa/Monrovia', 'an offset with seconds', '1972-01-05', '1972-01-09'],
    ['Europe/Berlin', 'times before 1970', '1945-05-20', '1945-05-26'],
  ])('returns the same as Intl in %s: %s', (zone, _, from, to) => {
    for (let time = Date.parse(from); time < Date.parse(to); time += hour / 4) {
      const instant = new Date(time + 1_000);
      expect(format(zone, instant)).toBe(formatWithIntl(zone, instant));
    }
  });
});
