import { minutesPerDay } from '@/data/layouts/calendar-events';
import { computeVerticalEdgeSpeed } from '@/table/drag/edge-scroll';

/** How the calendar's parts are found in the page; days and events carry their names as data. */

export interface CalendarPoint {
  day: number;
  /** Minutes since the day began, where its hours are drawn. */
  minute: number | undefined;
}

export function findDayElement(calendar: Element | null, day: number): HTMLElement | undefined {
  return calendar?.querySelector<HTMLElement>(`[data-day="${day}"][aria-label]`) ?? undefined;
}

/** A day's events, and the 'more' behind which the rest is. */
export function findEventElements(place: Element | null | undefined): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[data-card], [data-more]') ?? [])];
}

/** An event's first piece. */
export function findEventElement(calendar: Element | null, key: string): HTMLElement | undefined {
  return findEventElements(calendar).find((element) => element.dataset.card === key);
}

/**
 * The day at a point. Bars lie over more than their first day, so the day is found by its box. Over the
 * names of a week's days, the point below them at the upper edge of the hours counts.
 */
export function findCalendarPoint(x: number, y: number): CalendarPoint | undefined {
  const element = document.elementFromPoint(x, y);
  const below = findWeekScroller(element);
  const area = below ? below.querySelector('[data-days]') : element?.closest('[data-days]');
  const at = below ? below.getBoundingClientRect().top + 1 : y;
  for (const day of area?.querySelectorAll<HTMLElement>('[data-day]') ?? []) {
    const box = day.getBoundingClientRect();
    if (x < box.left || x >= box.right || at < box.top || at >= box.bottom) continue;
    const hours = 'hours' in day.dataset;
    const minute = ((at - box.top) / box.height) * minutesPerDay;
    return { day: Number(day.dataset.day), minute: hours ? minute : undefined };
  }
  return undefined;
}

/** The scroller of a week if an element belongs to the names of its days, which lie above the scroller. */
function findWeekScroller(element: Element | null): Element | null | undefined {
  return element?.closest('[data-names]')?.parentElement?.querySelector('[data-scroller]');
}

/** The day whose list an event stands in, which may lie apart from the days: under them on a phone, or over them. */
export function findListPoint(element: Element): CalendarPoint | undefined {
  const day = element.closest<HTMLElement>('[data-listed]')?.dataset.listed;
  return day === undefined ? undefined : { day: Number(day), minute: undefined };
}

/**
 * Scrolls the scroller under a point when the point is near its upper or lower edge, and only in the
 * direction of the drag. Over the names of a week's days it scrolls up, so that a drag past the upper
 * edge does not stop there.
 */
export function scrollCalendarAtEdges(x: number, y: number, went: number): void {
  const element = document.elementFromPoint(x, y);
  const scroller = findWeekScroller(element) ?? element?.closest('[data-scroller]');
  const speed = scroller ? computeVerticalEdgeSpeed(scroller, y) : 0;
  if (scroller && Math.sign(speed) === Math.sign(went)) scroller.scrollTop += speed;
}

/** Pixels within and outside of the days' sides at which what is carried turns them. */
const [within, outside] = [14, 28];

/** Which way a point at a side of the days leads. */
export function findEdgeDirection(calendar: Element | null, x: number, y: number): number | undefined {
  const box = calendar?.querySelector('[data-turns]')?.getBoundingClientRect();
  if (!box || y < box.top || y > box.bottom) return undefined;
  if (x < box.left + within && x > box.left - outside) return -1;
  return x > box.right - within && x < box.right + outside ? 1 : undefined;
}

/** Which way a point over the head's 'previous' or 'next' leads. */
export function findButtonDirection(x: number, y: number): number | undefined {
  const turn = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-turn]')?.dataset.turn;
  return turn === undefined ? undefined : Number(turn);
}

/** Where an arrow key leads from an event: up and down in its list or day, else to the next day's first that has any. */
export function findNextEventElement(element: HTMLElement, key: string): HTMLElement | undefined {
  const by = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1;
  const day = element.closest<HTMLElement>('[data-day]');
  const own = findEventElements(day ?? element.closest('ul'));
  if (key === 'ArrowUp' || key === 'ArrowDown') return own[own.indexOf(element) + by];
  const days = [...(day?.closest('[role="grid"]')?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
  for (let i = (day ? days.indexOf(day) : -1) + by; days[i]; i += by) {
    const next = findEventElements(days[i])[0];
    if (next) return next;
  }
  return undefined;
}
