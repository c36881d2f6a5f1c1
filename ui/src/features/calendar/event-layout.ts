import { type EventSpan, minutesPerDay } from '@/data/layouts/calendar-events';
import type { Row } from '@/data/rows/row';

/** Where events stand: bars over the days of a week, blocks over the hours of a day. */

export interface CalendarEvent {
  key: string;
  row: Row;
  span: EventSpan;
  /** A preview of where something that is carried would land. */
  preview?: boolean;
}

/** The first day of an event; infinitely early for one without a start. */
export function startDay({ start }: EventSpan): number {
  return Math.floor(start / minutesPerDay);
}

/** The last day of an event. One that ends at midnight isn't on the day that begins then. */
export function endDay({ start, end }: EventSpan): number {
  return end > start ? Math.ceil(end / minutesPerDay) - 1 : Math.floor(start / minutesPerDay);
}

/** Whether an event is drawn as a bar over days, not at its hour. */
export function isFullDay({ start, end }: EventSpan): boolean {
  return end - start >= minutesPerDay;
}

/** Earlier first, of those that begin on one day the longest, then by the clock; the rest is by key, so that it never jumps. */
export function compareEvents(a: CalendarEvent, b: CalendarEvent): number {
  const day = startDay(a.span) - startDay(b.span);
  if (day !== 0 && !Number.isNaN(day)) return day;
  const end = endDay(b.span) - endDay(a.span);
  if (end !== 0 && !Number.isNaN(end)) return end;
  const start = a.span.start - b.span.start;
  if (start !== 0 && !Number.isNaN(start)) return start;
  return a.key.localeCompare(b.key, undefined, { numeric: true });
}

export function filterByDay(events: readonly CalendarEvent[], day: number): CalendarEvent[] {
  return events.filter(({ span }) => startDay(span) <= day && endDay(span) >= day);
}

/** A piece of an event in one week. */
export interface EventBar {
  event: CalendarEvent;
  /** Its line in the week, its first day there, and how many days it covers. */
  slot: number;
  column: number;
  days: number;
  /** It began before, or goes on after this week. */
  continuesBefore: boolean;
  continuesAfter: boolean;
}

export interface WeekLayout {
  bars: readonly EventBar[];
  /** How many events have no room on a day. */
  hiddenCounts: readonly number[];
  /** Lines that are taken. */
  slotCount: number;
}

/**
 * Lays a week's events out in lines: each in the first that is free on all of
 * its days. Where a day has more than `capacity` lines, the last one is left
 * free for how many more there are.
 */
export function layoutWeek(
  events: readonly CalendarEvent[],
  from: number,
  capacity: number,
  days = 7,
): WeekLayout {
  const taken: boolean[][] = [];
  const bars: EventBar[] = [];
  for (const event of events.toSorted(compareEvents)) {
    const [first, last] = [startDay(event.span) - from, endDay(event.span) - from];
    if (last < 0 || first >= days) continue;
    const column = Math.max(0, first);
    const end = Math.min(days - 1, last);
    const covered = Array.from({ length: end - column + 1 }, (_, i) => column + i);
    let slot = 0;
    while (covered.some((day) => taken[slot]?.[day])) slot += 1;
    const line = taken[slot] ?? [];
    for (const day of covered) line[day] = true;
    taken[slot] = line;
    bars.push({
      event,
      slot,
      column,
      days: covered.length,
      continuesBefore: first < 0,
      continuesAfter: last >= days,
    });
  }
  return { ...limitToCapacity(bars, capacity, days), slotCount: taken.length };
}

function limitToCapacity(bars: readonly EventBar[], capacity: number, days: number) {
  const room = Array.from({ length: days }, () => capacity);
  const covers = (bar: EventBar, day: number) => day >= bar.column && day < bar.column + bar.days;
  const fits = (bar: EventBar) => room.every((lines, day) => !covers(bar, day) || bar.slot < lines);
  // What has no room takes a line from each of its days, where something else may lose its own: at most once a day.
  for (let changed = true; changed; ) {
    changed = false;
    for (let day = 0; day < days; day++) {
      if (room[day] === capacity && bars.some((bar) => covers(bar, day) && !fits(bar))) {
        room[day] = Math.max(0, capacity - 1);
        changed = capacity > 0;
      }
    }
  }
  const shown = bars.filter(fits);
  const hiddenCounts = room.map((_, day) => bars.filter((bar) => covers(bar, day) && !fits(bar)).length);
  return { bars: shown, hiddenCounts };
}

/** An event on the hours of one day. */
export interface EventBlock {
  event: CalendarEvent;
  /** Minutes since the day began. */
  top: number;
  bottom: number;
  /** Its place among those that are at the same time. */
  column: number;
  columns: number;
  continuesBefore: boolean;
  continuesAfter: boolean;
}

/** The least minutes that a block is drawn with: a line of text. */
const minBlockMinutes = 30;

/** Events that stand side by side at the most; the rest of them is behind a 'more'. */
export const maxEventColumns = 5;

export interface HoursLayout {
  blocks: readonly EventBlock[];
  /** Where more events are than can stand side by side: which, and from when to when. */
  hiddenGroups: readonly { top: number; bottom: number; events: readonly CalendarEvent[] }[];
}

/** Lays a day's events out over its hours; those that overlap stand side by side. */
export function layoutHours(events: readonly CalendarEvent[], day: number): HoursLayout {
  const blocks: EventBlock[] = [];
  const hiddenGroups: HoursLayout['hiddenGroups'][number][] = [];
  for (const cluster of clustersOf(blocksOf(events, day))) {
    const columns = Math.max(...cluster.map(({ column }) => column + 1));
    const shown = cluster.filter(({ column }) => columns <= maxEventColumns || column < maxEventColumns - 1);
    for (const block of shown) blocks.push({ ...block, columns: Math.min(columns, maxEventColumns) });
    const hidden = cluster.filter((block) => !shown.includes(block));
    if (hidden.length === 0) continue;
    const [top, bottom] = [
      Math.min(...hidden.map((each) => each.top)),
      Math.max(...hidden.map((each) => each.bottom)),
    ];
    hiddenGroups.push({ top, bottom, events: hidden.map(({ event }) => event) });
  }
  return { blocks, hiddenGroups };
}

function blocksOf(events: readonly CalendarEvent[], day: number): EventBlock[] {
  const dayStart = day * minutesPerDay;
  const blocks = filterByDay(events, day).map((event): EventBlock => {
    const top = Math.min(Math.max(0, event.span.start - dayStart), minutesPerDay - minBlockMinutes);
    const end = Math.min(minutesPerDay, event.span.end - dayStart);
    const [continuesBefore, continuesAfter] = [
      event.span.start < dayStart,
      event.span.end > dayStart + minutesPerDay,
    ];
    return {
      event,
      top,
      bottom: Math.max(end, top + minBlockMinutes),
      column: 0,
      columns: 1,
      continuesBefore,
      continuesAfter,
    };
  });
  return blocks.toSorted((a, b) => a.top - b.top || b.bottom - a.bottom || compareEvents(a.event, b.event));
}

/** Blocks, by their tops, in groups of which no two overlap; within one, each in the first column that is free. */
function clustersOf(blocks: readonly EventBlock[]): EventBlock[][] {
  const clusters: EventBlock[][] = [];
  let until = 0;
  for (const block of blocks) {
    const last = clusters.at(-1);
    const cluster = last && block.top < until ? last : [];
    if (cluster !== last) clusters.push(cluster);
    const busy = new Set(cluster.filter(({ bottom }) => bottom > block.top).map(({ column }) => column));
    let column = 0;
    while (busy.has(column)) column += 1;
    cluster.push({ ...block, column });
    until = Math.max(until, block.bottom);
  }
  return clusters;
}
