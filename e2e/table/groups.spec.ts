import { expect, type Locator, type Page } from '@playwright/test';
import { fetchCount, grid, ordersPath, readQuery } from '../support/order-rows';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

test.describe('groups of rows', () => {
  const head = (page: Page, name: string | RegExp) => grid(page).getByRole('button', { name });

  test('have headings with counts between the rows, and follow an edit', async ({ page }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await page.goto(ordersPath);
    await grid(page)
      .getByRole('columnheader', { name: /Status/ })
      .hover();
    await page.getByRole('button', { name: 'Column Status' }).click();
    await page.getByRole('menuitem', { name: 'Group by this column' }).click();
    await expect(page).toHaveURL(/group=status$/);
    const drafts = await fetchCount(page, 'status=eq.draft');
    const confirmed = await fetchCount(page, 'status=eq.confirmed');
    await expect(head(page, `Status: draft, ${drafts} rows`)).toBeVisible();
    await expect(head(page, `Status: confirmed, ${confirmed} rows`)).toBeVisible();
    await expect(page.getByText(/612 rows in 7 groups/)).toBeVisible();
    // The first heading, the drafts, the next heading.
    const rows = grid(page).getByRole('row');
    await expect(rows.nth(drafts + 2)).toContainText('Confirmed');
    await expect(rows.nth(drafts + 2).getByRole('button', { expanded: true })).toBeVisible();
    await expectAccessible(page);

    // The left arrow key closes a group, the right arrow key opens it. Rows of closed groups are not requested.
    await head(page, /Status: draft/i).press('ArrowLeft');
    await expect(page).toHaveURL(/collapsed=in\.\(draft\)/);
    await expect(rows.nth(2)).toContainText('Confirmed');
    await expect(head(page, /Status: draft/i)).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByText(/612 rows in 7 groups, 1 collapsed/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page).not.toHaveURL(/collapsed/);
    await expect(rows.nth(2).getByRole('checkbox')).toBeVisible();

    // An edited row moves to its position in the other group.
    const number = (await rows.nth(2).getByRole('gridcell').nth(1).textContent())?.match(/\d{5}/)?.[0] ?? '';
    await rows.nth(2).getByRole('gridcell', { name: 'draft' }).click();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'confirmed' }).click();
    await expect(head(page, `Status: draft, ${drafts - 1} rows`)).toBeVisible();
    await expect(head(page, `Status: confirmed, ${confirmed + 1} rows`)).toBeVisible();
    await expect(rows.nth(2)).not.toContainText(number);
    await page.keyboard.press('Control+z');
    await expect(head(page, `Status: draft, ${drafts} rows`)).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('show the heading of the topmost rows as sticky; a click on it closes the group', async ({ page }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?group=status`);
    await expect(page.getByText(/612 rows in 7 groups/)).toBeVisible();
    const drafts = await fetchCount(page, 'status=eq.draft');
    const sticky = page.locator('[data-sticky-group]');
    const bar = sticky.locator('> *');
    const scrollTo = (rows: number) =>
      grid(page).evaluate((element, top) => element.scrollTo({ top }), rows * 32);
    const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
    await expect(head(page, /Status: draft/i)).toBeVisible();
    await expect(sticky).toHaveCount(0);

    await scrollTo(drafts - 2.5);
    await expect(sticky).toHaveText(`Draft${drafts}`);
    const header = grid(page).getByRole('columnheader').first();
    const headerBottom = (await top(header)) + 32;
    expect(await top(bar)).toBeCloseTo(headerBottom, 0);
    // The next heading replaces the sticky heading.
    await scrollTo(drafts + 0.5);
    await expect.poll(() => top(bar)).toBeCloseTo(headerBottom - 16, 0);
    await scrollTo(drafts + 4.5);
    await expect(sticky).toContainText('Confirmed');
    await expect.poll(() => top(bar)).toBeCloseTo(headerBottom, 0);

    // A cell focused by the arrow keys is not below the sticky heading.
    await grid(page)
      .locator(`[role=row][aria-rowindex="${drafts + 9}"] > [aria-colindex="5"]`)
      .click();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
    const active = grid(page).locator('[role=gridcell][aria-selected=true]');
    expect(await top(active)).toBeGreaterThanOrEqual(headerBottom + 31);

    await bar.getByText('confirmed').click();
    await expect(page).toHaveURL(/collapsed=in\.\(confirmed\)/);
    await expect(sticky).toHaveCount(0);
    await expect.poll(() => top(head(page, /Status: confirmed/i))).toBeCloseTo(headerBottom, -1);
    expect(errors).toEqual([]);
  });

  test('show a sticky heading among the cards of a phone', async ({ page }) => {
    await signIn(page, 'owner');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${ordersPath}?group=status`);
    const cards = page.getByRole('region', { name: 'Orders' });
    await expect(cards.getByText(/^10\d{3}$/).first()).toBeVisible();
    await cards.evaluate((element) => element.scrollTo({ top: 300 }));
    const drafts = await fetchCount(page, 'status=eq.draft');
    await expect(page.locator('[data-sticky-group]')).toHaveText(`Draft${drafts}`);
    await expectAccessible(page);
  });

  test('follow rows that another user adds and deletes below the loaded rows', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?group=status&order=status.desc,placed_at.desc`);
    await expect(page.getByText(/612 rows in 7 groups/)).toBeVisible();
    await expect(grid(page).getByRole('row').nth(2).getByRole('checkbox')).toBeVisible();
    const end = () => grid(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    /** Returns the texts before and after the drafts' heading. */
    const readNeighbors = async () => {
      const rows = await grid(page).getByRole('row').allTextContents();
      const at = rows.findIndex((text) => /^draft/i.test(text));
      return [rows[at - 1], rows[at + 1]].map((text) =>
        /draft|confirmed/i.exec(text ?? '')?.[0]?.toLowerCase(),
      );
    };
    const added = await page.request.post('/api/rows/orders', {
      data: { customer_id: 7, status: 'delivered', placed_at: '2025-08-01T00:00:00Z' },
      headers: { Prefer: 'return=representation' },
    });
    expect(added.status(), await added.text()).toBe(201);
    await end();
    await expect.poll(readNeighbors).toEqual(['confirmed', 'draft']);
    await expect(page.getByText(/613 rows in 7 groups/)).toBeVisible();
    await expect.poll(readNeighbors).toEqual(['confirmed', 'draft']);

    await page.reload();
    await expect(page.getByText(/613 rows in 7 groups/)).toBeVisible();
    await expect(grid(page).getByRole('row').nth(2).getByRole('checkbox')).toBeVisible();
    const [{ id }] = await added.json();
    expect((await page.request.delete(`/api/rows/orders?id=eq.${id}`)).ok()).toBe(true);
    await end();
    await expect(page.getByText(/612 rows in 7 groups/)).toBeVisible();
    await expect.poll(readNeighbors).toEqual(['confirmed', 'draft']);
  });

  test('that the URL closes but that can’t exist show a notice and close nothing', async ({ page }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?group=total&collapsed=in.(abc)`);
    const notice = page.getByText('This link collapses a group that Total can’t have: “abc”.');
    await expect(notice).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The invalid part remains in the URL until the user removes it.
    const first = head(page, /^Total: /).first();
    await first.click();
    await expect(first).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => readQuery(page)).toMatch(/collapsed=in\.\(abc,./);
    await first.click();
    await expect.poll(() => readQuery(page)).toBe('group=total&collapsed=in.(abc)');
    await page.getByRole('button', { name: 'Ignore' }).click();
    await expect(notice).toBeHidden();
    await expect.poll(() => readQuery(page)).toBe('group=total');
    for (const address of [
      'group=due_on&collapsed=not.in.("2026-02-30")',
      'group=assigned_to&collapsed=in.(7)',
    ]) {
      await page.goto(`${ordersPath}?${address}`);
      await expect(page.getByRole('button', { name: 'Ignore' })).toBeVisible();
      await expect(grid(page).getByRole('row').nth(1)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    expect(errors).toEqual([]);
  });

  test('of a reference have its titles, include NULL, and respect filters', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?group=assigned_to&collapsed=not.in.(null)&status=in.(draft,confirmed)`);
    const unassignedCount = await fetchCount(page, 'assigned_to=is.null&status=in.(draft,confirmed)');
    await expect(head(page, `Assigned to: no Assigned to, ${unassignedCount} rows`)).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await expect(head(page, /^Signe Østergaard/)).toHaveAttribute('aria-expanded', 'false');
    const signe = await head(page, /^Signe Østergaard/).textContent();
    await page.getByRole('button', { name: 'Remove this filter' }).click();
    await expect(head(page, /^Signe Østergaard/)).not.toHaveText(signe ?? '');
    await page.getByRole('button', { name: 'Group: Assigned to' }).click();
    await page.getByRole('button', { name: 'Expand all' }).click();
    await expect(page).not.toHaveURL(/collapsed/);
    await expect(grid(page).getByRole('row').nth(2).getByRole('checkbox')).toBeVisible();
  });

  test('that are closed are not copied as Markdown', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?group=status&collapsed=not.in.(draft)&select=number,status`);
    const drafts = await fetchCount(page, 'status=eq.draft');
    await expect(head(page, /Status: draft/i)).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', { name: 'Import and export' }).click();
    await page.getByRole('menuitem', { name: `Copy ${drafts} rows as Markdown` }).click();
    await expect(page.getByText(`${drafts} rows copied as Markdown.`)).toBeVisible();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n');
    expect(lines).toHaveLength(drafts + 2);
    for (const line of lines.slice(2)) expect(line).toContain('Draft');
  });

  test('of a JSON column are rejected with a message', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto('/tables/public/products?group=attributes');
    await expect(page.getByText('You can’t group by Attributes')).toBeVisible();
    await expect(page.getByRole('grid').getByRole('row').nth(1).getByRole('checkbox')).toBeVisible();
    await page.getByRole('button', { name: 'Remove grouping' }).click();
    await expect(page.getByText('You can’t group by Attributes')).toBeHidden();
    expect(readQuery(page)).toBe('');
  });

  test('have a maximum number, and a message states it', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?group=number`);
    await expect(
      page.getByText(/500 rows in the first 500 groups; the other groups follow without headings/),
    ).toBeVisible();
    await grid(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(grid(page).getByRole('row').last().getByRole('checkbox')).toBeVisible();
  });

  test('have headings on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?group=status`);
    const heading = page.getByRole('heading', { name: /Status: draft/i });
    await expect(heading).toBeVisible();
    const top = async (of: Locator) => (await of.boundingBox())?.y ?? 0;
    const list = page.getByRole('region', { name: 'Orders', exact: true });
    // No empty space above the first heading.
    expect((await top(heading.getByRole('button'))) - (await top(list))).toBeLessThan(12);
    await heading.getByRole('button').click();
    await expect(page.getByRole('heading', { name: /Status: confirmed/i })).toBeInViewport();
    await expectAccessible(page);
  });
});
