import type { EventSpan } from '@/data/layouts/calendar-source';
import { minutesPerDay } from '@/data/layouts/calendar-times';
import type { Row } from '@/data/rows/row';

/** Computes the layout of events: bars over the days of a week, blocks over the hours of a day. */
export interface CalendarEvent {
  key: string;
  row: Row;
  span: EventSpan;
  /** Whether this is the preview of a dragged event at its drop position. */
  preview?: boolean;
}

/** Returns the first day of an event; -Infinity for an event without a start. */
export function startDay({ start }: EventSpan): number {
  return Math.floor(start / minutesPerDay);
}

/** Returns the last day of an event. An event that ends at midnight is not on the day that begins then. */
export function endDay({ start, end }: EventSpan): number {
  return end > start ? Math.ceil(end / minutesPerDay) - 1 : Math.floor(start / minutesPerDay);
}

/** Whether an event is drawn as a bar over days, not at its hours. */
export function isFullDay({ start, end }: EventSpan): boolean {
  return end - start >= minutesPerDay;
}

/**
 * Compares events for their order: by start day, then the longer event first, then by start time, then by key, so that
 * the order is stable.
 */
export function compareEvents(a: CalendarEvent, b: CalendarEvent): number {
  const day = startDay(a.span) - startDay(b.span);
  if (day !== 0 && !Number.isNaN(day)) return day;
  const end = endDay(b.span) - endDay(a.span);
  if (end !== 0 && !Number.isNaN(end)) return end;
  const start = a.span.start - b.span.start;
  if (start !== 0 && !Number.isNaN(start)) return start;
  return a.key.localeCompare(b.key, undefined, { numeric: true });
}

/** Returns the events that take place on a day. */
export function filterByDay(events: readonly CalendarEvent[], day: number): CalendarEvent[] {
  return events.filter(({ span }) => startDay(span) <= day && endDay(span) >= day);
}

/** The part of an event in one week. */
export interface EventBar {
  event: CalendarEvent;
  /** The index of its line in the week. */
  slot: number;
  /** The index of its first day in the week. */
  column: number;
  /** The number of its days in the week. */
  days: number;
  /** Whether the event also takes place before or after this week. */
  continuesBefore: boolean;
  continuesAfter: boolean;
}

export interface WeekLayout {
  bars: readonly EventBar[];
  /** The number of hidden events per day. */
  hiddenCounts: readonly number[];
  /** The number of lines. */
  slotCount: number;
}

/**
 * Assigns each event of a week to the first line that is free on all its days. If a day needs more than `capacity`
 * lines, its last line is reserved for the "more" button.
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

/** Returns the bars that have a line, and the number of hidden events per day. */
function limitToCapacity(bars: readonly EventBar[], capacity: number, days: number) {
  const room = Array.from({ length: days }, () => capacity);
  const covers = (bar: EventBar, day: number) => day >= bar.column && day < bar.column + bar.days;
  const fits = (bar: EventBar) => room.every((lines, day) => !covers(bar, day) || bar.slot < lines);
  // Reserving a line can hide another event, whose other days then need a reserved line too.
  for (let changed = true; changed; ) {
    changed = false;
    for (let day = 0; day < days; day++) {
      if (room[day] === capacity && bars.some((bar) => covers(bar, day) && !fits(bar))) {
        room[day] = Math.max(0, capacity - 1);
        changed = capacity > 0;
      }
    }
  }
  const visible = bars.filter(fits);
  const hiddenCounts = room.map((_, day) => bars.filter((bar) => covers(bar, day) && !fits(bar)).length);
  return { bars: visible, hiddenCounts };
}

/** The part of an event on one day, at its hours. */
export interface EventBlock {
  event: CalendarEvent;
  /** Minutes since the start of the day. */
  top: number;
  bottom: number;
  /** The index of its column among the overlapping events. */
  column: number;
  /** The number of columns of the overlapping events. */
  columns: number;
  continuesBefore: boolean;
  continuesAfter: boolean;
}

/** The minimum height of a block, in minutes: a line of text. */
const minBlockMinutes = 30;

/** The maximum number of columns of overlapping events; the others are in a "more" list. */
export const maxEventColumns = 5;

export interface HoursLayout {
  blocks: readonly EventBlock[];
  /** The hidden events, and their time range. */
  hiddenGroups: readonly { top: number; bottom: number; events: readonly CalendarEvent[] }[];
}

/** Computes the blocks of a day's events. Overlapping events are in separate columns. */
export function layoutHours(events: readonly CalendarEvent[], day: number): HoursLayout {
  const blocks: EventBlock[] = [];
  const hiddenGroups: HoursLayout['hiddenGroups'][number][] = [];
  for (const cluster of assignColumns(createBlocks(events, day))) {
    const columns = Math.max(...cluster.map(({ column }) => column + 1));
    const visible = cluster.filter(
      ({ column }) => columns <= maxEventColumns || column < maxEventColumns - 1,
    );
    for (const block of visible) blocks.push({ ...block, columns: Math.min(columns, maxEventColumns) });
    const hidden = cluster.filter((block) => !visible.includes(block));
    if (hidden.length === 0) continue;
    const [top, bottom] = [
      Math.min(...hidden.map((each) => each.top)),
      Math.max(...hidden.map((each) => each.bottom)),
    ];
    hiddenGroups.push({ top, bottom, events: hidden.map(({ event }) => event) });
  }
  return { blocks, hiddenGroups };
}

/** Returns a block without a column for each event of a day, sorted by `top`. */
function createBlocks(events: readonly CalendarEvent[], day: number): EventBlock[] {
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

/**
 * Groups blocks, which are sorted by `top`, so that blocks of different groups do not overlap, and assigns each block
 * to the first free column of its group.
 */
function assignColumns(blocks: readonly EventBlock[]): EventBlock[][] {
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
