import { dayMinutes } from '../../api/layouts/calendar.utils';

/** How the calendar's parts are found in the page; days and events carry their names as data. */

export interface CalendarPoint {
  day: number;
  /** Minutes since the day began, where its hours are drawn. */
  minute: number | undefined;
}

export function dayElement(calendar: Element | null, day: number): HTMLElement | undefined {
  return calendar?.querySelector<HTMLElement>(`[data-day="${day}"][aria-label]`) ?? undefined;
}

/** A day's events, and the 'more' behind which the rest is. */
export function eventElements(place: Element | null | undefined): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[data-card], [data-more]') ?? [])];
}

/** An event's first piece. */
export function eventElement(calendar: Element | null, key: string): HTMLElement | undefined {
  return eventElements(calendar).find((element) => element.dataset.card === key);
}

/** The day under a point. Bars lie over more than their first day, so that it is told by the days' places. */
export function pointAt(x: number, y: number): CalendarPoint | undefined {
  const area = document.elementFromPoint(x, y)?.closest('[data-days]');
  for (const element of area?.querySelectorAll<HTMLElement>('[data-day]') ?? []) {
    const box = element.getBoundingClientRect();
    if (x < box.left || x >= box.right || y < box.top || y >= box.bottom) continue;
    const hours = 'hours' in element.dataset;
    const minute = ((y - box.top) / box.height) * dayMinutes;
    return { day: Number(element.dataset.day), minute: hours ? minute : undefined };
  }
  return undefined;
}

/** Which way a point leads when something is carried over the head's 'previous' or 'next'. */
export function turnAt(x: number, y: number): number | undefined {
  const turn = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-turn]')?.dataset.turn;
  return turn === undefined ? undefined : Number(turn);
}
