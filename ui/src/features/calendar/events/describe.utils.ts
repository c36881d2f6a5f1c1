import { type CalendarSource, dayMinutes, type Span } from '@/data/layouts/calendar.utils';
import { dayNames } from '../drag/interval.utils';
import { endDay, startDay } from '../layout.utils';

const two = (value: number) => String(value).padStart(2, '0');

/** '09:30' */
export function clock(minutes: number): string {
  const inDay = ((minutes % dayMinutes) + dayMinutes) % dayMinutes;
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

/** When an event is, in words: 'Friday 20 November', 'from Friday 20 November 09:00 to 11:00'. */
export function describeSpan({ grain }: CalendarSource, span: Span): string {
  const [first, last] = [startDay(span), endDay(span)];
  const timed = grain !== 'date';
  const from = Number.isFinite(first) ? dayNames.long(first) : '';
  if (first === last && Number.isFinite(first)) {
    if (!timed) return from;
    const until = span.end > span.start ? ` to ${clock(span.end)}` : '';
    return `${from} ${clock(span.start)}${until}`;
  }
  const to = Number.isFinite(last) ? dayNames.long(last) : '';
  const start = from && (timed ? `${from} ${clock(span.start)}` : from);
  const end = to && (timed ? `${to} ${clock(span.end)}` : to);
  if (start && end) return `from ${start} to ${end}`;
  if (start) return `from ${start} on`;
  return end ? `until ${end}` : 'always';
}
