import { formatCount, formatPlural } from '@/lib/text/format';

/** The texts of the calendar. A translation is one more file that satisfies `typeof calendarMessages`. */
export const calendarMessages = {
  calendarLabel: (column: string) => `Calendar by ${column}`,
  loading: 'Loading…',
  tableNotLoaded: (table: string) => `Couldn’t load ${table}`,
  daysNotLoaded: 'Couldn’t load some days',
  eventCount: (count: number, isEstimate: boolean) =>
    `${isEstimate ? '≈ ' : ''}${formatPlural(count, 'event')}`,
  daysTruncated: ', only the first of each day shown',
  eventsLocked: (reason: string) => `Events can’t be moved: ${reason}`,
  shortcuts: {
    group: 'Calendar',
    today: 'Go to today',
    previous: 'Go to the previous days',
    next: 'Go to the next days',
    drag: 'Pick up or drop an event',
    resize: 'Move the end of an event; with Alt, its start',
  },
  head: {
    chooseDay: 'Choose a day',
    previous: { month: 'Previous month', week: 'Previous week' },
    next: { month: 'Next month', week: 'Next week' },
    today: 'Today',
    zoneHint: 'Time zone of the times shown',
    undatedCount: (count: number) => `${formatCount(count)} without a date`,
    undated: ' without a date',
    periods: 'Visible days',
    period: { month: 'Month', week: 'Week' },
  },
  day: {
    /** The label of a day for screen readers; `count` is undefined while its events are loading. */
    label: (day: string, count: number | undefined) =>
      `${day}, ${count === undefined ? 'loading' : formatPlural(count, 'event')}`,
    create: (day: string) => `New record on ${day}`,
    allDay: 'all day',
    empty: 'No events on this day',
    more: (count: number) => `${formatCount(count)} more`,
    moreSuffix: ' more',
    notListed: (count: number) => `${formatCount(count)} more can’t be listed. Add a filter to see them.`,
    firstOf: (listedCount: number, count: number) =>
      `First ${formatPlural(listedCount, 'event')} of ${formatCount(count)}`,
  },
  noEvents: {
    inInterval: 'No events in this period',
    undatedOnly: 'None of these rows has a date',
    showUndated: 'Show rows without a date',
    emptyTable: (table: string, canCreate: boolean) =>
      `No rows in ${table} yet.${canCreate ? ' Click a day to create the first.' : ''}`,
    noMatch: 'No matching rows',
  },
  undated: {
    title: 'Without a date',
    close: 'Close the list',
    hint: 'Drag a row to a day to set its date.',
    locked: (column: string) => `You can’t change ${column}.`,
    firstListed: (count: number) => `First ${formatPlural(count, 'row')} listed.`,
  },
  drag: {
    hint: 'Press Space to pick up this event, the arrow keys to choose its time, and Space to drop it.',
    pickedUp: (event: string, canResize: boolean) => {
      const resize = canResize ? ' Hold Shift to move its end, Alt to move its start.' : '';
      return `${event} picked up. Use the arrow keys to move it, Space to drop it, Escape to cancel.${resize}`;
    },
    atEnd: 'Can’t move further.',
    canceled: 'Move canceled.',
    notMoved: (event: string) => `${event} was not moved.`,
    moved: (event: string, time: string | undefined) => `${event} is now ${time ?? 'without a date'}.`,
    reverted: (event: string, time: string | undefined) =>
      `${event} moved back to ${time ?? 'the rows without a date'}.`,
  },
  span: {
    between: (start: string, end: string) => `from ${start} to ${end}`,
    sameDay: (start: string, end: string) => `${start} to ${end}`,
    from: (start: string) => `from ${start}`,
    until: (end: string) => `until ${end}`,
    always: 'always',
  },
};
