import { expect, type Page } from '@playwright/test';
import { dayCell, eventButton, fetchRows, formatLongDate, moveStatus, record } from '../support/calendar';
import { getNoon } from '../support/dates';
import { drag, expectAccessible, getCenter, signIn, viewOnlyBadge, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const ordersPath = '/tables/public/orders';

const dayMillis = 86_400_000;

const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMillis).toISOString().slice(0, 10);

/** Returns the date as the app shows it: "18 Nov 2025". */
const formatDate = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));

/** Returns the announcement of an order's move. Browsers differ in the comma after the weekday. */
const moveAnnouncement = (number: string, date: string) =>
  new RegExp(`Order ${number} is now ${formatLongDate(date).replace(/,? (\d+ \S+) \d{4}$/, ',? $1')}\\.`);

/** Returns an order whose due date has few other orders. Each test uses another offset. */
async function fetchOrder(page: Page, offset: number): Promise<{ number: string; due: string }> {
  const filter = 'status=in.(confirmed,roasting,packed,shipped)&order=due_on.desc,number';
  const rows = await fetchRows(page, `orders?select=number,due_on&${filter}&limit=1&offset=${offset}`);
  return { number: String(rows[0]?.number), due: String(rows[0]?.due_on) };
}

const fetchDueDate = async (page: Page, number: string) =>
  (await fetchRows(page, `orders?number=eq.${number}&select=due_on`))[0]?.due_on;

test.describe('the calendar', { tag: '@date' }, () => {
  test('opens with one click from the grid, requests only its days, and has a URL', async ({
    page,
    date,
  }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await page.goto(ordersPath);
    const request = page.waitForRequest((request) => /due_on\.gte/.test(decodeURIComponent(request.url())));
    await page.getByRole('link', { name: 'Calendar' }).click();
    const filter = decodeURIComponent((await request).url());
    expect(filter).toMatch(/and=\(due_on\.gte\.\d{4}-\d\d-\d\d,due_on\.lt\.\d{4}-\d\d-\d\d\)/);
    await expect(page).toHaveURL(/view=calendar$/);
    const now = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
    await expect(page.getByRole('heading', { name: now.format(getNoon(date)), exact: true })).toBeVisible();
    await expect(page.getByText(/^\d+ events$/)).toBeVisible();

    await page.goto(`${ordersPath}?view=calendar.due_on.month.2026-03-15`);
    await expect(page.getByRole('heading', { name: 'March 2026' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(page.getByRole('heading', { name: 'April 2026' })).toBeVisible();
    await expect(page).toHaveURL(/view=calendar\.due_on\.month\.2026-04-15/);
    await page.getByRole('button', { name: 'Week', exact: true }).click();
    await expect(page.getByRole('heading', { name: /^13\D+19 April 2026$/ })).toBeVisible();
    await expect(page.getByRole('gridcell')).toHaveCount(7);
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'April 2026', exact: true })).toBeVisible();
    await page.keyboard.press('t');
    await expect(page.getByRole('heading', { name: now.format(getNoon(date)), exact: true })).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('moves an order by mouse and undoes the move', async ({ page }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    const { number, due } = await fetchOrder(page, 0);
    const to = addDays(due, due.endsWith('-01') ? 1 : -1);
    await page.goto(`${ordersPath}?view=calendar.due_on.month.${due}&number=eq.${number}`);
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await drag(
      page,
      await getCenter(eventButton(dayCell(page, due), number)),
      await getCenter(dayCell(page, to)),
    );
    const response = await saved;
    expect(response.status()).toBe(200);
    expect(new URL(response.url()).searchParams.get('due_on'), 'guarded by the displayed value').toBe(
      `eq.${due}`,
    );
    await expect(eventButton(dayCell(page, to), number)).toBeVisible();
    await expect(page.getByText('All changes saved')).toBeVisible();
    expect(await fetchDueDate(page, number)).toBe(to);
    await expect(record(page), 'a drag isn’t a click').toHaveCount(0);

    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(eventButton(dayCell(page, due), number)).toBeVisible();
    expect(await fetchDueDate(page, number)).toBe(due);
    await eventButton(dayCell(page, due), number).click();
    await expect(record(page).getByRole('heading', { name: `Order ${number}` })).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('moves an order by keyboard only, also into another month, and announces the move', async ({
    page,
  }) => {
    await signIn(page, 'owner');
    const { number, due } = await fetchOrder(page, 4);
    await page.goto(`${ordersPath}?view=calendar.due_on.month.${due}&number=eq.${number}`);
    await expect(eventButton(dayCell(page, due), number)).toBeVisible();
    await dayCell(page, addDays(due, -1)).press('ArrowRight');
    await expect(dayCell(page, due)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(eventButton(dayCell(page, due), number)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(moveStatus(page)).toContainText(`Order ${number} picked up.`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect(moveStatus(page)).toContainText('Move canceled.');
    await expect(eventButton(dayCell(page, due), number)).toBeFocused();

    await page.keyboard.press('Space');
    for (let week = 0; week < 5; week++) await page.keyboard.press('ArrowDown');
    const to = addDays(due, 35);
    await expect(eventButton(dayCell(page, to), number)).toBeVisible();
    await page.keyboard.press('Space');
    await expect(moveStatus(page)).toContainText(moveAnnouncement(number, to));
    await expect(eventButton(dayCell(page, to), number)).toBeFocused();
    expect(await fetchDueDate(page, number)).toBe(to);
    await page.keyboard.press('Enter');
    await expect(record(page).getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  });

  test('shows a conflict when another user moved the order first', async ({ page }) => {
    await signIn(page, 'owner');
    const { number, due } = await fetchOrder(page, 8);
    const to = addDays(due, due.endsWith('-01') ? 1 : -1);
    await page.goto(`${ordersPath}?view=calendar.due_on.month.${due}&number=eq.${number}`);
    await expect(eventButton(dayCell(page, due), number)).toBeVisible();
    const theirs = addDays(due, 2);
    const response = await page.request.patch(`/api/rows/orders?number=eq.${number}`, {
      data: { due_on: theirs },
    });
    expect(response.status(), await response.text()).toBe(200);
    await drag(
      page,
      await getCenter(eventButton(dayCell(page, due), number)),
      await getCenter(dayCell(page, to)),
    );
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(formatDate(theirs));
    expect(await fetchDueDate(page, number)).toBe(theirs);
  });

  test('reverts a move that a policy rejects, and changes months while an event is dragged over “Next month”', async ({
    page,
  }) => {
    await signIn(page, 'staff');
    const [plan] = await fetchRows(page, 'plans?select=name,days&name=eq.Roastery closed');
    const from = /\d{4}-\d\d-\d\d/.exec(String(plan?.days))?.[0] ?? '';
    await page.goto(`/tables/public/plans?view=calendar.days.month.${from}&name=eq.Roastery closed`);
    const bar = eventButton(dayCell(page, from), 'Roastery closed');
    await expect(bar).toBeVisible();
    const title = page.getByRole('region', { name: 'Calendar by Days' }).getByRole('heading', { level: 2 });
    const before = String(await title.textContent());
    // Measured before the drag, because the days are replaced when the calendar changes months.
    const [start, next, there] = [
      await bar.boundingBox(),
      await getCenter(page.getByRole('button', { name: 'Next month' })),
      await getCenter(page.getByRole('gridcell').nth(10)),
    ];
    if (!start) throw new Error('not in sight');
    await page.mouse.move(start.x + 10, start.y + 10);
    await page.mouse.down();
    await page.mouse.move(next.x, next.y, { steps: 6 });
    await expect(title).not.toHaveText(before);
    const rejected = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.mouse.move(there.x, there.y, { steps: 4 });
    await page.mouse.up();
    expect((await rejected).status()).toBe(403);
    await expect(page.getByRole('alert')).toContainText('Roastery closed');
    expect(await fetchRows(page, 'plans?select=name,days&name=eq.Roastery closed')).toEqual([plan]);
    await page.goto(`/tables/public/plans?view=calendar.days.month.${from}&name=eq.Roastery closed`);
    await expect(bar).toBeVisible();
  });

  test('shows where the nearest events are when its days have none, and how to see more', async ({
    page,
    date,
  }) => {
    await signIn(page, 'owner');
    const [last] = await fetchRows(page, 'orders?select=due_on&order=due_on.desc&limit=1');
    await page.goto(`${ordersPath}?view=calendar.due_on.month.2031-01-01`);
    const note = page.getByRole('status').filter({ hasText: 'No events in this period' });
    await note.getByRole('button').click();
    await expect(page).toHaveURL(new RegExp(`month\\.${last?.due_on}`));
    await expect(note).toHaveCount(0);

    await page.goto(`${ordersPath}?view=calendar.due_on.month.${date}&number=eq.0`);
    const none = page.getByRole('status').filter({ hasText: 'No matching rows' });
    await expect(none).toBeVisible();
    await expectAccessible(page);
    await none.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByText(/^[1-9]\d* events?$/)).toBeVisible();
    await expect(page).not.toHaveURL(/number/);
  });

  test('creates a record on the clicked day', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?view=calendar.due_on.month.2026-03-15&number=eq.0`);
    await dayCell(page, '2026-03-18').click();
    await expect(record(page).getByLabel('Due', { exact: true })).toHaveValue('18 Mar 2026');
  });

  test('is view-only without the update privilege, and lists a day’s events on a phone', async ({
    browser,
  }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    await signIn(page, 'viewer');
    const [row] = await fetchRows(page, 'orders?select=number,due_on&order=number.desc&limit=1');
    const [number, due] = [String(row?.number), String(row?.due_on)];
    await page.goto(`${ordersPath}?view=calendar.due_on.month.${addDays(due, due.endsWith('-01') ? 1 : -1)}`);
    await expect(viewOnlyBadge(page)).toHaveCount(1);
    await expect(page.getByText('Events can’t be moved')).toHaveCount(0);
    await dayCell(page, due).tap();
    await expect(page).toHaveURL(new RegExp(`month\\.${due}`));
    await expect(eventButton(page, number)).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide, 'the page itself doesn’t scroll sideways').toBe(false);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Week', exact: true }).tap();
    await expect(eventButton(page, number)).toBeVisible();
    await expectAccessible(page);
    await eventButton(page, number).tap();
    await expect(record(page)).toBeVisible();
    await context.close();
  });

  test('shows the number of events of a day that has too many to load', async ({ page }) => {
    await signIn(page, 'owner');
    const [last] = await fetchRows(page, 'roast_readings?select=taken_at&order=taken_at.desc&limit=1');
    await page.goto(
      `/tables/public/roast_readings?view=calendar.taken_at.week.${last?.taken_at?.slice(0, 10)}`,
    );
    await expect(page.getByText(/events, only the first of each day shown/)).toBeVisible();
    await expect(page.getByText(/^First 142 events of [\d,]+$/).first()).toBeVisible();
    await page.goto(
      `/tables/public/roast_readings?view=calendar.taken_at.month.${last?.taken_at?.slice(0, 10)}`,
    );
    await page
      .getByRole('button', { name: /^[\d,]{5,} more$/ })
      .first()
      .click();
    await expect(page.getByText(/more can’t be listed/)).toBeVisible();
  });
});
