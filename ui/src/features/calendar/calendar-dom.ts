import { minutesPerDay } from '@/data/layouts/calendar-times';
import { computeVerticalEdgeSpeed } from '@/table/drag/edge-scroll';

/** Finds elements of the calendar in the DOM, by their data attributes. */
export interface CalendarPoint {
  day: number;
  /** Minutes since the start of the day; undefined in a day without hours. */
  minute: number | undefined;
}

/** Returns the element of a day. */
export function findDayElement(calendar: Element | null, day: number): HTMLElement | undefined {
  return calendar?.querySelector<HTMLElement>(`[data-day="${day}"][aria-label]`) ?? undefined;
}

/** Returns the elements of the events in a container, such as a day, and its "more" button. */
export function findEventElements(container: Element | null | undefined): HTMLElement[] {
  return [...(container?.querySelectorAll<HTMLElement>('[data-card], [data-more]') ?? [])];
}

/** Returns the first element of an event. */
export function findEventElement(calendar: Element | null, key: string): HTMLElement | undefined {
  return findEventElements(calendar).find((element) => element.dataset.card === key);
}

/**
 * Returns the day and minute at a point. Uses the boxes of the days, because a bar covers several days but is in the
 * cell of the first. Over the header of a week, returns the point at the top of the visible hours.
 */
export function findCalendarPoint(x: number, y: number): CalendarPoint | undefined {
  const element = document.elementFromPoint(x, y);
  const scroller = findWeekScroller(element);
  const area = scroller ? scroller.querySelector('[data-days]') : element?.closest('[data-days]');
  const at = scroller ? scroller.getBoundingClientRect().top + 1 : y;
  for (const day of area?.querySelectorAll<HTMLElement>('[data-day]') ?? []) {
    const box = day.getBoundingClientRect();
    if (x < box.left || x >= box.right || at < box.top || at >= box.bottom) continue;
    const hours = 'hours' in day.dataset;
    const minute = ((at - box.top) / box.height) * minutesPerDay;
    return { day: Number(day.dataset.day), minute: hours ? minute : undefined };
  }
  return undefined;
}

/** Returns the scroller of a week if an element is in the header of the week, which is above the scroller. */
function findWeekScroller(element: Element | null): Element | null | undefined {
  return element?.closest('[data-names]')?.parentElement?.querySelector('[data-scroller]');
}

/**
 * Returns the day of the list that contains an event. The list can be outside of the day: below the days on a phone, or
 * in a popover.
 */
export function findListPoint(element: Element): CalendarPoint | undefined {
  const day = element.closest<HTMLElement>('[data-listed]')?.dataset.listed;
  return day === undefined ? undefined : { day: Number(day), minute: undefined };
}

/**
 * Scrolls the scroller under a point if the point is near its upper or lower edge, and only in the direction of the
 * drag. Over the header of a week it scrolls up, so that a drag beyond the upper edge continues to scroll.
 */
export function scrollCalendarAtEdges(x: number, y: number, direction: number): void {
  const element = document.elementFromPoint(x, y);
  const scroller = findWeekScroller(element) ?? element?.closest('[data-scroller]');
  const speed = scroller ? computeVerticalEdgeSpeed(scroller, y) : 0;
  if (scroller && Math.sign(speed) === Math.sign(direction)) scroller.scrollTop += speed;
}

/** The width of the edge zones in which a dragged event navigates, inside and outside of the days, in pixels. */
const [innerEdge, outerEdge] = [14, 28];

/** Returns the direction (-1 or 1) in which a drag at a point navigates; undefined outside of the edge zones. */
export function findEdgeDirection(calendar: Element | null, x: number, y: number): number | undefined {
  const box = calendar?.querySelector('[data-edge-direction]')?.getBoundingClientRect();
  if (!box || y < box.top || y > box.bottom) return undefined;
  if (x < box.left + innerEdge && x > box.left - outerEdge) return -1;
  return x > box.right - innerEdge && x < box.right + outerEdge ? 1 : undefined;
}

/** Returns the direction (-1 or 1) of the navigation button at a point; undefined if there is none. */
export function findButtonDirection(x: number, y: number): number | undefined {
  const direction = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-direction]')
    ?.dataset.direction;
  return direction === undefined ? undefined : Number(direction);
}

/**
 * Returns the next event for an arrow key: up and down in the same day or list, left and right the first event of the
 * nearest day with events.
 */
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
