import { expect, type Page } from '@playwright/test';
import { createTouch, dayCell, eventButton, fetchRows, record, signUp } from '../support/calendar';
import { drag, expectAccessible, getCenter, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const deliveriesPath = '/tables/public/deliveries?view=calendar.time_window';

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
