import { expect } from '@playwright/test';
import { createTouch, dayCell, eventButton, fetchRows, moveStatus, signUp } from '../support/calendar';
import { drag, expectAccessible, getCenter, watchErrors } from '../support/support';
import { test } from '../support/workspace';

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
