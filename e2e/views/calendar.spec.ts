import { expect, type Locator, type Page } from '@playwright/test';
import { getNoon } from '../support/dates';
import { drag, expectAccessible, getCenter, signIn, viewOnlyBadge, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const ordersPath = '/tables/public/orders';
const deliveriesPath = '/tables/public/deliveries?view=calendar.time_window';
const dayMillis = 86_400_000;

const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMillis).toISOString().slice(0, 10);
const formatLongDate = (date: string) =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  } as const).format(new Date(date));
/** Returns the date as the app shows it: "18 Nov 2025". */
const formatDate = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
/** Returns the announcement of an order's move. Browsers differ in the comma after the weekday. */
const moveAnnouncement = (number: string, date: string) =>
  new RegExp(`Order ${number} is now ${formatLongDate(date).replace(/,? (\d+ \S+) \d{4}$/, ',? $1')}\\.`);
const dayCell = (page: Page, date: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${formatLongDate(date)},`) });
const eventButton = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name: new RegExp(`^(\\d\\d:\\d\\d ?)?${name}`) }).first();
const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });
const moveStatus = (page: Page) =>
  page.getByRole('status').filter({ hasText: /picked up|Move canceled|is now|moved back/ });

async function fetchRows(page: Page, query: string): Promise<Record<string, string>[]> {
  const response = await page.request.get(`/api/rows/${query}`);
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

/** Returns an order whose due date has few other orders. Each test uses another offset. */
async function fetchOrder(page: Page, offset: number): Promise<{ number: string; due: string }> {
  const filter = 'status=in.(confirmed,roasting,packed,shipped)&order=due_on.desc,number';
  const rows = await fetchRows(page, `orders?select=number,due_on&${filter}&limit=1&offset=${offset}`);
  return { number: String(rows[0]?.number), due: String(rows[0]?.due_on) };
}
const fetchDueDate = async (page: Page, number: string) =>
  (await fetchRows(page, `orders?number=eq.${number}&select=due_on`))[0]?.due_on;

async function signUp(page: Page, email: string) {
  const account = { email, password: 'correct horse battery' };
  const response = await page.request.post('/api/auth/sign-up', { data: account });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Returns functions that send touch events to the page. */
async function createTouch(page: Page) {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  const move = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    for (let step = 1; step <= 6; step++) {
      const share = step / 6;
      await touch('touchMove', {
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
      });
    }
  };
  return { touch, move };
}

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
    await expect(record(page).getByLabel('Due', { exact: true })).toHaveValue('2026-03-18');
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

test.describe('the calendar of a range column', { tag: '@date' }, () => {
  test('moves and resizes an event in steps of 15 minutes and preserves the other bound', async ({
    page,
  }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    const [row] = await fetchRows(
      page,
      'deliveries?select=id,time_window&delivered_at=is.null&order=id.desc&limit=1',
    );
    const [id, before] = [String(row?.id), String(row?.time_window)];
    const date = /\d{4}-\d\d-\d\d/.exec(before)?.[0] ?? '';
    const windowOf = async () =>
      String((await fetchRows(page, `deliveries?id=eq.${id}&select=time_window`))[0]?.time_window);
    const bounds = (text: string) =>
      [...text.matchAll(/"([^"]+)"/g)].map(([, bound]) =>
        Date.parse(`${bound}`.replace(' ', 'T').replace(/\+00$/, 'Z')),
      );
    const [from = 0, to = 0] = bounds(before);
    await page.goto(`${deliveriesPath}.week.${date}&id=eq.${id}`);
    const block = page.getByRole('gridcell').locator('[data-card]').first();
    await expect(block).toBeVisible();
    await expectAccessible(page);
    const patched = () => page.waitForResponse((response) => response.request().method() === 'PATCH');

    // The event's hour depends on the demo's data: without scrolling, it can be at an edge of the visible hours.
    await block.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await block.boundingBox();
    if (!box) throw new Error('not in sight');
    const hour = 44;
    let saved = patched();
    await drag(
      page,
      { x: box.x + box.width / 2, y: box.y + box.height - 3 },
      { x: box.x + box.width / 2, y: box.y + box.height - 3 + hour / 2 },
    );
    expect((await saved).status()).toBe(200);
    expect(bounds(await windowOf())).toEqual([from, to + 30 * 60_000]);

    saved = patched();
    await drag(page, { x: box.x + 20, y: box.y + 12 }, { x: box.x + 20, y: box.y + 12 - hour });
    expect((await saved).status()).toBe(200);
    expect(bounds(await windowOf())).toEqual([from - 60 * 60_000, to - 30 * 60_000]);
    expect((await windowOf()).at(-1), 'the bracket is unchanged').toBe(before.at(-1));

    await block.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    saved = patched();
    await page.keyboard.press('Space');
    expect((await saved).status()).toBe(200);
    expect(bounds(await windowOf())).toEqual([from - 60 * 60_000, to]);
    for (let step = 0; step < 3; step++) {
      saved = patched();
      await page.getByRole('button', { name: /^Undo/ }).click();
      expect((await saved).status()).toBe(200);
    }
    expect(await windowOf()).toBe(before);
    expect(errors).toEqual([]);
  });
});

test.describe('the calendar of a start and an end column', () => {
  test.use({ backend: 'bulk' });
  const shifts = '/tables/public/shifts?view=calendar.starts_at';
  const hour = 44;
  const timesOf = async (page: Page, id: number) => {
    const [row] = await fetchRows(page, `shifts?id=eq.${id}&select=starts_at,ends_at`);
    return [row?.starts_at, row?.ends_at].map((time) => time && new Date(time).toISOString().slice(5, 16));
  };
  const patched = (page: Page) => page.waitForResponse((each) => each.request().method() === 'PATCH');

  test('changes both together and each separately, by mouse and by keyboard', async ({ page }) => {
    const errors = watchErrors(page);
    await signUp(page, 'shifts@example.test');
    await page.goto(`${shifts}.week.2026-03-02&id=eq.1`);
    const block = eventButton(page, 'Early');
    await expect(block).toBeVisible();
    const dragBlock = async (at: 'start' | 'middle' | 'end', dx: number, dy: number) => {
      const box = await block.boundingBox();
      if (!box) throw new Error('not in sight');
      const from = { start: 3, middle: box.height / 2, end: box.height - 3 }[at];
      const saved = patched(page);
      const [x, y] = [box.x + box.width / 2, box.y + from];
      await drag(page, { x, y }, { x: x + dx, y: y + dy });
      expect((await saved).status()).toBe(200);
      return timesOf(page, 1);
    };
    expect(await dragBlock('end', 0, hour)).toEqual(['03-02T09:00', '03-02T14:00']);
    expect(await page.evaluate(() => getSelection()?.toString()), 'a drag selects no text').toBe('');
    expect(await dragBlock('start', 0, hour)).toEqual(['03-02T10:00', '03-02T14:00']);
    const width = (await dayCell(page, '2026-03-03').boundingBox())?.width ?? 0;
    expect(await dragBlock('middle', width, hour / 2)).toEqual(['03-03T10:30', '03-03T14:30']);

    await block.focus();
    for (const key of ['Space', 'ArrowLeft', 'Alt+ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown']) {
      await page.keyboard.press(key);
    }
    const saved = patched(page);
    await page.keyboard.press('Space');
    expect((await saved).status()).toBe(200);
    expect(await timesOf(page, 1), 'start and end move by their own steps').toEqual([
      '03-02T10:15',
      '03-02T15:00',
    ]);
    await block.press('Space');
    for (let i = 0; i < 20; i++) await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: 'Can’t move further.' })).toBeAttached();
    await page.keyboard.press('Escape');
    expect(errors).toEqual([]);
  });

  test('scrolls the hours and changes weeks while an event is dragged at an edge', async ({ page }) => {
    await signUp(page, 'edges@example.test');
    await page.goto(`${shifts}.week.2026-03-10&id=eq.5`);
    const block = eventButton(page, 'Edges');
    await expect(block).toBeVisible();
    const days = page.locator('[data-edge-direction]');
    const scroller = days.locator('[data-scroller]');
    const from = await getCenter(block);
    const room = await scroller.boundingBox();
    if (!room) throw new Error('not in sight');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 20, { steps: 4 });
    await page.mouse.move(from.x, room.y + room.height - 4, { steps: 4 });
    const left = () => scroller.evaluate((e) => Math.round(e.scrollHeight - e.clientHeight - e.scrollTop));
    await expect.poll(left).toBeLessThanOrEqual(1);
    await page.mouse.move(room.x + room.width - 3, room.y + room.height / 2, { steps: 6 });
    await expect(days).toHaveAttribute('data-edge-direction', '1');
    await expect(page, 'it changes weeks until the drag ends').toHaveURL(
      /week\.2026-(03-(2[4-9]|3)|0[4-9]|1)/,
    );
    await page.keyboard.press('Escape');
    await expect(days).toHaveAttribute('data-edge-direction', '0');
    await page.mouse.up();
    await expect(page.locator('[data-dragging]')).toHaveCount(0);
    expect(await timesOf(page, 5), 'nothing is moved').toEqual(['03-10T08:00', '03-10T10:00']);
  });

  test('moves an event at the upper edge of the hours to an earlier hour', async ({ page }) => {
    await signUp(page, 'upper@example.test');
    await page.goto(`${shifts}.week.2026-03-10&id=eq.7`);
    const block = eventButton(page, 'At the edge');
    await expect(block).toBeVisible();
    const scroller = page.locator('[data-scroller]');
    const box = await block.boundingBox();
    const room = await scroller.boundingBox();
    if (!box || !room) throw new Error('not in sight');
    expect(box.y - room.y, 'the visible hours start just above the event').toBeLessThan(hour / 2);
    const above = (await page.getByRole('columnheader', { name: /10/ }).boundingBox())?.y ?? 0;
    expect(above, 'the column headers are above the hours').toBeLessThan(room.y);
    await page.mouse.move(box.x + 20, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, above + 6, { steps: 8 });
    const top = () => scroller.evaluate((element) => element.scrollTop);
    await expect.poll(top, 'the hours scroll while the event is dragged above them').toBe(0);
    const saved = patched(page);
    await page.mouse.up();
    expect((await saved).status()).toBe(200);
    // The pointer is 12 pixels (15 minutes) below the start of the event, so the event starts at 23:45 in Copenhagen.
    expect(await timesOf(page, 7)).toEqual(['03-09T22:45', '03-09T23:45']);
  });

  test('an event of a full day is dragged out of the day’s list', async ({ page }) => {
    await signUp(page, 'full@example.test');
    await page.goto(`${shifts}.month.2026-05-13&id=gte.11`);
    const full = dayCell(page, '2026-05-13');
    await full.getByRole('button', { name: /more$/ }).click();
    const list = page.getByRole('dialog');
    const line = list.getByRole('button', { name: /Full 19/ });
    await expect(line).toBeVisible();
    const to = await getCenter(dayCell(page, '2026-05-20'));
    const from = await getCenter(line);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y + 8, { steps: 3 });
    await expect(list, 'the list closes, so that the days are visible').toHaveCount(0);
    const saved = patched(page);
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
    expect((await saved).status()).toBe(200);
    expect(await timesOf(page, 19)).toEqual(['05-20T08:00', '05-20T09:00']);
    await expect(eventButton(dayCell(page, '2026-05-20'), 'Full 19')).toBeVisible();
  });

  test('lists events without a finite date, with their time', async ({ page }) => {
    await signUp(page, 'never@example.test');
    await page.goto(`${shifts}.month.2026-03-02&id=in.(3,4)`);
    await expect(page.getByText('1 event', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: '1 without a date' }).click();
    const undated = page.getByRole('complementary', { name: 'Without a date' });
    await expect(undated.getByRole('button', { name: 'Never infinity' })).toBeVisible();
    await expectAccessible(page);
  });

  test('by touch: a swipe changes days, a long press starts a drag', async ({ browser }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    await signUp(page, 'finger@example.test');
    await page.goto(`${shifts}.week.2026-03-02&id=eq.2`);
    const { touch, move } = await createTouch(page);
    const shown = page.getByRole('region', { name: /Mar/ });
    await expect(shown.getByText('No events on this day').first()).toBeVisible();
    const [right, left] = [
      { x: 330, y: 500 },
      { x: 90, y: 505 },
    ];
    await touch('touchStart', right);
    await move(right, left);
    await touch('touchEnd');
    await expect(page).toHaveURL(/week\.2026-03-09/);
    const line = page.getByRole('button', { name: /Finger/ });
    await expect(line).toBeVisible();

    const from = await getCenter(line);
    const to = await getCenter(page.getByRole('heading', { name: /12 March/ }));
    await touch('touchStart', from);
    await expect(page.locator('[data-dragging]').first()).toBeAttached();
    await move(from, to);
    const saved = patched(page);
    await touch('touchEnd');
    expect((await saved).status()).toBe(200);
    expect(await timesOf(page, 2)).toEqual(['03-12T05:00', '03-12T09:00']);
    await expect(page, 'the drag is no swipe').toHaveURL(/week\.2026-03-09/);
    await expect(record(page), 'the drag is no tap').toHaveCount(0);
    await context.close();
  });
});

test.describe('the calendar on a phone', () => {
  test.use({ backend: 'bulk', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('an event is dragged by touch from the list below the month to a day, also in the next month', async ({
    page,
  }) => {
    await signUp(page, 'listed@example.test');
    await page.goto('/tables/public/shifts?view=calendar.starts_at.month.2026-03-10&id=eq.6');
    const line = page.getByRole('button', { name: /Listed/ });
    await expect(line).toBeVisible();
    const { touch, move } = await createTouch(page);
    const startOf = async () => (await fetchRows(page, 'shifts?id=eq.6&select=starts_at'))[0]?.starts_at;
    const dragged = page.locator('[data-dragging]').first();

    let from = await getCenter(line);
    await touch('touchStart', from);
    await expect(dragged).toBeAttached();
    await move(from, await getCenter(dayCell(page, '2026-03-12')));
    await touch('touchEnd');
    await expect.poll(startOf).toMatch(/^2026-03-12T11:00/);

    await dayCell(page, '2026-03-12').tap();
    await expect(line).toBeVisible();
    from = await getCenter(line);
    const [edge, middle] = [
      { x: 386, y: from.y },
      { x: 200, y: from.y },
    ];
    await touch('touchStart', from);
    await expect(dragged).toBeAttached();
    await move(from, edge);
    await expect(page.getByRole('heading', { name: 'Mar 2026' })).toHaveCount(0);
    await move(edge, middle);
    await expect(page.locator('[data-edge-direction="0"]')).toBeAttached();
    // A slow drag can change months twice, so the test reads the displayed month.
    const shown = new URL(page.url()).search.match(/month\.(\d{4}-\d\d)/)?.[1];
    await move(middle, await getCenter(dayCell(page, `${shown}-16`)));
    await touch('touchEnd');
    await expect.poll(startOf).toMatch(new RegExp(`^${shown}-16T1[01]:00`));
  });
});

test.describe('the calendar of the awkward schema', () => {
  test.use({ backend: 'awkward' });

  test('reverts a move that the database rejects and shows the reason', async ({ page }) => {
    await signUp(page, 'refused@example.test');
    await page.goto('/tables/public/composite_key?view=calendar.valid_from.month.2024-01-01&note=eq.first');
    const first = eventButton(page, 'north, 1');
    await expect(first).toBeVisible();
    await first.focus();
    // Moves the event to the date of the other row with the same key, one year later.
    await page.keyboard.press('Space');
    for (let week = 0; week < 52; week++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'January 2025' })).toBeVisible();
    await page.keyboard.press('Space');
    await expect(page.getByRole('alert')).toContainText(/already/i);
    await expect(moveStatus(page)).toContainText(/moved back to Monday,? 1 January/);
    await expect(page.getByRole('heading', { name: 'January 2024' })).toBeVisible();
    await expect(first).toHaveAccessibleName(/Monday,? 1 January/);
    await expect(first).toBeFocused();
  });

  test('handles infinite, empty and ancient dates without errors', async ({ page }) => {
    const errors = watchErrors(page);
    await signUp(page, 'calendar@example.test');
    const table = (name: string, view: string) => page.goto(`/tables/public/${name}?view=calendar.${view}`);
    await table('moments', 'day.month.2024-02-29');
    await expect(eventButton(dayCell(page, '2024-02-29'), '1')).toBeVisible();
    await expect(page.getByText('1 event', { exact: true })).toBeVisible();
    await table('moments', 'at.week.2024-03-31');
    await expect(page.getByText('1 event', { exact: true })).toBeVisible();
    await expect(eventButton(dayCell(page, '2024-03-31'), '6')).toHaveAccessibleName(/03:30/);

    // A range without bounds is on every day. An empty range and a range that starts at infinity are on no day.
    await table('ranges', 'dates.month.2024-06-15');
    await expect(page.getByText('1 event', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: '3 without a date' }).click();
    const undated = page.getByRole('complementary', { name: 'Without a date' });
    await expect(undated.getByRole('button', { name: /\b3 \[infinity/ })).toBeVisible();
    await expectAccessible(page);

    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await drag(
      page,
      await getCenter(undated.getByRole('button', { name: /\b2 empty$/ })),
      await getCenter(dayCell(page, '2024-06-19')),
    );
    expect((await saved).status()).toBe(200);
    await expect(undated.getByRole('button', { name: /\b2 empty$/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: '2 without a date' })).toBeVisible();
    expect(await fetchRows(page, 'ranges?id=eq.2&select=dates')).toEqual([
      { dates: '[2024-06-19,2024-06-20)' },
    ]);

    // Drags the right edge by two days. The last displayed day is the day before the exclusive bound.
    const bar = eventButton(dayCell(page, '2024-06-19'), '2');
    await expect(bar).toBeVisible();
    const resized = page.waitForResponse((response) => response.request().method() === 'PATCH');
    const box = await bar.boundingBox();
    if (!box) throw new Error('not in sight');
    await drag(
      page,
      { x: box.x + box.width - 3, y: box.y + box.height / 2 },
      await getCenter(dayCell(page, '2024-06-21')),
    );
    expect((await resized).status()).toBe(200);
    await expect(bar).toHaveAccessibleName(/from Wednesday 19 June to Friday 21 June/);
    expect(await fetchRows(page, 'ranges?id=eq.2&select=dates')).toEqual([
      { dates: '[2024-06-19,2024-06-22)' },
    ]);

    await table('ranges', 'moments.week.2024-01-01');
    await expect(page.getByText('2 events', { exact: true })).toBeVisible();
    await table('ranges', 'stamps.month.2024-01-01');
    await expect(page.getByText('2 events', { exact: true })).toBeVisible();
    await table('composite_key', 'valid_from.month.2024-01-01');
    await expect(page.getByText('2 events', { exact: true })).toBeVisible();
    await table('sixty_columns', 'c60.week.2024-01-01');
    await expect(page.getByText(/^[\d,]+ events/)).toBeVisible();
    expect(errors).toEqual([]);
  });
});
