import { describe, expect, it } from 'vitest';
import { getWallTime, startOfDay } from './calendar-days';

describe('startOfDay', () => {
  it.each([
    ['2026-11-20', 'Europe/Copenhagen', '2026-11-20T00:00:00+01:00'],
    // Clocks change in the night of these days: midnight is before the change.
    ['2026-03-29', 'Europe/Copenhagen', '2026-03-29T00:00:00+01:00'],
    ['2026-03-30', 'Europe/Copenhagen', '2026-03-30T00:00:00+02:00'],
    ['2026-10-25', 'Europe/Copenhagen', '2026-10-25T00:00:00+02:00'],
    ['2026-10-26', 'Europe/Copenhagen', '2026-10-26T00:00:00+01:00'],
    // Here they change at midnight: it is skipped, or comes a second time.
    ['2026-09-06', 'America/Santiago', '2026-09-06T00:00:00-04:00'],
    ['2026-04-05', 'America/Santiago', '2026-04-05T00:00:00-04:00'],
    ['2026-11-01', 'America/Havana', '2026-11-01T00:00:00-04:00'],
    ['2026-11-20', 'Asia/Kathmandu', '2026-11-20T00:00:00+05:45'],
    ['infinity', 'UTC', 'infinity'],
  ])('%s in %s', (day, zone, want) => {
    expect(startOfDay(day, zone)).toBe(want);
  });

  it('is the first instant of the day', () => {
    for (const zone of ['Europe/Copenhagen', 'America/Santiago', 'America/Havana', 'Pacific/Apia']) {
      for (const day of ['2026-03-29', '2026-04-05', '2026-09-06', '2026-10-25', '2026-11-01']) {
        const start = new Date(startOfDay(day, zone));
        expect(getWallTime(zone, start)[0], `${day} in ${zone}`).toBe(day);
        expect(getWallTime(zone, new Date(start.getTime() - 1000))[0], `before ${day} in ${zone}`).not.toBe(
          day,
        );
      }
    }
  });
});
