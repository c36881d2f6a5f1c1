import { type CalendarSource, type EventSpan, minutesPerDay } from '@/data/layouts/calendar-events';
import { dayNames } from '../drag/interval.utils';
import { endDay, startDay } from '../event-layout';

const padTwo = (value: number) => String(value).padStart(2, '0');

/** '09:30' */
export function formatClock(minutes: number): string {
  const inDay = ((minutes % minutesPerDay) + minutesPerDay) % minutesPerDay;
  return `${padTwo(Math.floor(inDay / 60))}:${padTwo(inDay % 60)}`;
}

/** When an event is, in words: 'Friday 20 November', 'from Friday 20 November 09:00 to 11:00'. */
export function describeSpan({ grain }: CalendarSource, span: EventSpan): string {
  const [first, last] = [startDay(span), endDay(span)];
  const timed = grain !== 'date';
  const from = Number.isFinite(first) ? dayNames.long(first) : '';
  if (first === last && Number.isFinite(first)) {
    if (!timed) return from;
    const until = span.end > span.start ? ` to ${formatClock(span.end)}` : '';
    return `${from} ${formatClock(span.start)}${until}`;
  }
  const to = Number.isFinite(last) ? dayNames.long(last) : '';
  const start = from && (timed ? `${from} ${formatClock(span.start)}` : from);
  const end = to && (timed ? `${to} ${formatClock(span.end)}` : to);
  if (start && end) return `from ${start} to ${end}`;
  if (start) return `from ${start} on`;
  return end ? `until ${end}` : 'always';
}
