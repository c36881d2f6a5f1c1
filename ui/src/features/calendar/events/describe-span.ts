import type { CalendarSource, EventSpan } from '@/data/layouts/calendar-source';
import { minutesPerDay } from '@/data/layouts/calendar-times';
import { formatLocalMoment } from '@/data/values/dates/local-formatters';
import { calendarMessages as messages } from '../calendar-messages';
import { dayNames } from '../drag/interval.utils';
import { endDay, startDay } from '../event-layout';

const msPerMinute = 60_000;

/** Formats minutes of a day in the user's locale: `09:30` or `9:30 AM`. Minutes of other days are reduced to their day. */
export function formatClock(minutes: number): string {
  const inDay = ((minutes % minutesPerDay) + minutesPerDay) % minutesPerDay;
  return formatLocalMoment(new Date(inDay * msPerMinute), 'time', '');
}

/** Describes the time of an event, e.g. `Friday 20 November` or `Friday 20 November 09:00 to 11:00`. */
export function describeSpan({ grain }: CalendarSource, span: EventSpan): string {
  const [first, last] = [startDay(span), endDay(span)];
  const timed = grain !== 'date';
  const from = Number.isFinite(first) ? dayNames.long(first) : '';
  if (first === last && Number.isFinite(first)) {
    if (!timed) return from;
    const start = `${from} ${formatClock(span.start)}`;
    return span.end > span.start ? messages.span.sameDay(start, formatClock(span.end)) : start;
  }
  const to = Number.isFinite(last) ? dayNames.long(last) : '';
  const start = from && (timed ? `${from} ${formatClock(span.start)}` : from);
  const end = to && (timed ? `${to} ${formatClock(span.end)}` : to);
  if (start && end) return messages.span.between(start, end);
  if (start) return messages.span.from(start);
  return end ? messages.span.until(end) : messages.span.always;
}
