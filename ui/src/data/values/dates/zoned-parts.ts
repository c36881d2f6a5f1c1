export interface DateTimeParts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the cached formatter of a zone: its construction takes longer than a hundred calls. */
function formatterFor(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      timeZoneName: 'short',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

const dayLength = 86_400_000;

/** Maximum number of cached offsets: some years of days in some zones. */
const maxCachedOffsets = 5_000;

interface ZoneOffset {
  milliseconds: number;
  /** The zone's short name, e.g. 'CET'. */
  name: string;
}

/** Offsets at the start of a day in UTC, by zone and day. */
const cachedOffsets = new Map<string, ZoneOffset>();

/**
 * Returns a zone's offset from UTC on the day of an instant, in milliseconds since 1970; undefined if the offset or the
 * zone's name changes on that day. A grid formats thousands of times while it scrolls, and Intl takes 0.1 ms for each.
 */
function findOffsetOfDay(zone: string, instant: number): ZoneOffset | undefined {
  const day = Math.floor(instant / dayLength);
  const start = getOffsetAtStart(zone, day);
  const end = getOffsetAtStart(zone, day + 1);
  return start.milliseconds === end.milliseconds && start.name === end.name ? start : undefined;
}

/** Returns the offset of a zone from UTC at the start of a day (days since 1970, in UTC). Caches the offsets. */
function getOffsetAtStart(zone: string, day: number): ZoneOffset {
  const key = `${zone} ${day}`;
  let offset = cachedOffsets.get(key);
  if (!offset) {
    const instant = new Date(day * dayLength);
    const parts = formatParts(zone, instant);
    offset = { milliseconds: toUTCDate(parts).getTime() - instant.getTime(), name: parts.name };
    if (cachedOffsets.size >= maxCachedOffsets) cachedOffsets.clear();
    cachedOffsets.set(key, offset);
  }
  return offset;
}

/** Returns the date and time in a zone at an instant, with the zone's short name. */
export function toZonedParts(zone: string, instant: Date): DateTimeParts & { name: string } {
  const time = instant.getTime();
  const offset = time >= 0 ? findOffsetOfDay(zone, time) : undefined;
  // Before 1970, and on days with a change, Intl computes each time.
  if (!offset) return formatParts(zone, instant);
  const local = new Date(time + offset.milliseconds);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    name: offset.name,
  };
}

/** Returns the date, time and zone name of an instant in a zone. */
function formatParts(zone: string, instant: Date): DateTimeParts & { name: string } {
  const found: Record<string, string> = {};
  for (const part of formatterFor(zone).formatToParts(instant)) found[part.type] = part.value;
  const number = (type: string) => Number(found[type]);
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    hour: number('hour'),
    minute: number('minute'),
    second: number('second'),
    name: found.timeZoneName ?? '',
  };
}

/** Returns the instant at which UTC has this date and time. */
export function toUTCDate(parts: DateTimeParts): Date {
  const date = new Date(0);
  // Date.UTC treats the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(parts.year, parts.month - 1, parts.day);
  date.setUTCHours(parts.hour, parts.minute, parts.second);
  return date;
}
