import { describe, expect, it } from 'vitest';
import {
  type CalendarEvent,
  endDay,
  layoutHours,
  layoutWeek,
  maxEventColumns,
  startDay,
} from './event-layout';

const infinity = Number.POSITIVE_INFINITY;

/** An event from a day to another, both included. */
function days(key: string, first: number, last = first): CalendarEvent {
  return { key, row: {}, span: { start: first * 1440, end: (last + 1) * 1440 } };
}

/** An event within day 0, in hours. */
function hours(key: string, from: number, to = from): CalendarEvent {
  return { key, row: {}, span: { start: from * 60, end: to * 60 } };
}

describe('the days of an event', () => {
  it.each([
    [0, 1440, 0, 0],
    [0, 1441, 0, 1],
    [600, 600, 0, 0],
    [1440, 1440, 1, 1],
    [-30, 30, -1, 0],
    [-infinity, 0, -infinity, -1],
  ])('from %i to %i are %i to %i', (start, end, first, last) => {
    expect([startDay({ start, end }), endDay({ start, end })]).toEqual([first, last]);
  });
});

describe('a week’s bars', () => {
  const laid = (events: CalendarEvent[], capacity = 9) =>
    layoutWeek(events, 0, capacity).bars.map(
      ({ event, slot, column, days: covered, continuesBefore, continuesAfter }) =>
        [event.key, slot, column, covered, continuesBefore && 'before', continuesAfter && 'after'].filter(
          (part) => part !== false,
        ),
    );

  it('are in the first line that is free on all of their days', () => {
    expect(laid([days('c', 3), days('a', 0, 3), days('b', 1), days('d', 4, 5)])).toEqual([
      ['a', 0, 0, 4],
      ['b', 1, 1, 1],
      ['c', 1, 3, 1],
      ['d', 0, 4, 2],
    ]);
  });
  it('continue beyond the ends of the week', () => {
    expect(
      laid([days('a', -3, 1), days('b', 5, 9), days('c', -infinity, infinity), days('d', 7), days('e', -1)]),
    ).toEqual([
      ['c', 0, 0, 7, 'before', 'after'],
      ['a', 1, 0, 2, 'before'],
      ['b', 1, 5, 2, 'after'],
    ]);
  });
  it('reserve a line for the “more” button', () => {
    const { bars, hiddenCounts } = layoutWeek([days('a', 0), days('b', 0), days('c', 0), days('d', 1)], 0, 2);
    expect(bars.map(({ event }) => event.key)).toEqual(['a', 'd']);
    expect(hiddenCounts).toEqual([2, 0, 0, 0, 0, 0, 0]);
  });
  it('are counted on each of their days if they are hidden', () => {
    const { bars, hiddenCounts } = layoutWeek(
      [days('a', 0, 2), days('b', 0, 2), days('c', 1), days('d', 2)],
      0,
      2,
    );
    expect(bars.map(({ event }) => event.key)).toEqual(['a']);
    expect(hiddenCounts).toEqual([1, 2, 2, 0, 0, 0, 0]);
  });
  it('are all hidden if a day has no free line', () => {
    const { bars, hiddenCounts } = layoutWeek([days('a', 0), days('b', 0)], 0, 2);
    expect([bars.length, hiddenCounts[0]]).toEqual([2, 0]);
  });
});

describe('a day’s hours', () => {
  const laid = (events: CalendarEvent[]) =>
    layoutHours(events, 0).blocks.map(({ event, top, bottom, column, columns }) => [
      event.key,
      top,
      bottom,
      column,
      columns,
    ]);

  it('have separate columns if they overlap, otherwise the whole width', () => {
    expect(laid([hours('a', 8, 10), hours('b', 9, 11), hours('c', 10, 12), hours('d', 13, 14)])).toEqual([
      ['a', 480, 600, 0, 2],
      ['b', 540, 660, 1, 2],
      ['c', 600, 720, 0, 2],
      ['d', 780, 840, 0, 1],
    ]);
  });
  it('give a single time the height of a line, also before midnight', () => {
    expect(laid([hours('a', 9), hours('b', 9.25), hours('c', 23.9)])).toEqual([
      ['a', 540, 570, 0, 2],
      ['b', 555, 585, 1, 2],
      ['c', 1410, 1440, 0, 1],
    ]);
  });
  it('limit the number of columns, and put the rest into a “more” list', () => {
    const same = Array.from({ length: maxEventColumns + 2 }, (_, i) => hours(`e${i}`, 9, 10));
    const { blocks, hiddenGroups } = layoutHours([...same, hours('later', 12, 13)], 0);
    expect(blocks.map(({ event, columns }) => [event.key, columns])).toEqual([
      ...same.slice(0, maxEventColumns - 1).map(({ key }) => [key, maxEventColumns]),
      ['later', 1],
    ]);
    expect(hiddenGroups).toEqual([{ top: 540, bottom: 600, events: same.slice(maxEventColumns - 1) }]);
  });
  it('show the part of an overnight event that is on the day', () => {
    const night: CalendarEvent = { key: 'a', row: {}, span: { start: -120, end: 300 } };
    const [block] = layoutHours([night], 0).blocks;
    expect(block).toMatchObject({ top: 0, bottom: 300, continuesBefore: true, continuesAfter: false });
    expect(layoutHours([night], -1).blocks[0]).toMatchObject({
      top: 1320,
      bottom: 1440,
      continuesBefore: false,
      continuesAfter: true,
    });
  });
});
