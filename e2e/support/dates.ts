/**
 * The dates on which the tests run: the demo's data is relative to it, and the browser's clock starts
 * at its noon. The database's clock shows the present, so each date lies in the past.
 */
export const dates = {
  monday: '2026-06-15',
  sunday: '2026-06-14',
  'first-of-month': '2026-04-01',
  'last-of-month': '2026-04-30',
  'leap-day': '2024-02-29',
  'summer-time-begins': '2026-03-29',
  'summer-time-ends': '2025-10-26',
  'new-years-eve': '2025-12-31',
} as const;

/** The date of all tests. Those that depend on the date run on others as well: see playwright.config.ts. */
export const defaultDate: string = dates.monday;

/** Noon of a date, at which the demo's data ends. */
export const getNoon = (date: string) => new Date(`${date}T12:00:00Z`);

/**
 * Runs in the page: moves its clock by some milliseconds. Timers and animations stay real, which they do
 * not with Playwright's page.clock; a test that moves the time while it runs uses that.
 */
export function shiftClock(milliseconds: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + milliseconds;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length > 0 ? values : [now()], newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}
