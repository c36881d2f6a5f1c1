import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, signIn, viewOnlyBadge, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const ordersPath = '/tables/public/orders';
const lane = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}(,|$)`, 'i') });
const card = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name });
const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });

/** Returns the number of rows in the header of a lane. */
async function readLaneCount(page: Page, name: string): Promise<number> {
  const label = await lane(page, name).getAttribute('aria-label');
  return Number(/, ([\d,]+) row/.exec(label ?? '')?.[1]?.replaceAll(',', ''));
}

/** Drags a card with the mouse: press, move in a few steps, release. */
async function dragCard(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('nothing to drag, or nowhere to drag it');
  await page.mouse.move(start.x + 40, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(start.x + 60, start.y + 40, { steps: 4 });
  await page.mouse.move(end.x + end.width / 2, end.y + 90, { steps: 8 });
  await page.mouse.up();
}

const fetchStatus = async (page: Page, number: string) => {
  const response = await page.request.get(`/api/rows/orders?number=eq.${number}&select=status`);
  return (await response.json())[0].status;
};

/** Returns the order number on the first card of a lane. Each test uses another lane. */
async function readFirstOrder(page: Page, name: string): Promise<string> {
  const first = lane(page, name).getByRole('listitem').getByRole('button').first();
  return /^\d{5}/.exec((await first.textContent()) ?? '')?.[0] ?? '';
}

test.describe('the board', () => {
  test('opens with one click from the grid and has a URL', async ({ page }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await page.goto(ordersPath);
    await page.getByRole('link', { name: 'Board' }).click();
    await expect(page).toHaveURL(/view=board$/);
    await expect(lane(page, 'roasting').getByRole('button').first()).toBeVisible();
    await expect(page.getByText('612 rows in 7 lanes')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Lanes by Status' }).click();
    await page.getByRole('menuitemradio', { name: 'Customer' }).click();
    await expect(page).toHaveURL(/view=board\.customer_id/);
    await expect(lane(page, 'Brød & Bønne').getByRole('button').first()).toBeVisible();
    await page.goBack();
    await expect(lane(page, 'packed').getByRole('button').first()).toBeVisible();

    await page.goto(`${ordersPath}?view=board&status=in.(draft,packed)`);
    await expect(lane(page, 'packed')).toBeVisible();
    await expect(lane(page, 'roasting')).toHaveCount(0);
    expect(errors).toEqual([]);
  });

  test('loads a lane page by page and opens a card’s record beside the board', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?view=board&status=eq.delivered`);
    const cards = lane(page, 'delivered').getByRole('listitem');
    await expect(cards.first()).toBeVisible();
    const loaded = await cards.count();
    await cards.last().scrollIntoViewIfNeeded();
    await expect.poll(() => cards.count()).toBeGreaterThan(loaded);
    const number = await readFirstOrder(page, 'delivered');
    await card(page, new RegExp(`^${number}`)).click();
    await expect(record(page).getByRole('heading', { name: `Order ${number}` })).toBeVisible();
    await record(page).getByRole('button', { name: /next/i }).click();
    await expect(record(page).getByRole('heading', { name: `Order ${number}` })).toBeHidden();
  });

  test('moves a card by mouse and undoes the move', async ({ page }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?view=board`);
    const number = await readFirstOrder(page, 'confirmed');
    const [before, after] = [await readLaneCount(page, 'confirmed'), await readLaneCount(page, 'roasting')];
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await dragCard(page, card(lane(page, 'confirmed'), new RegExp(`^${number}`)), lane(page, 'roasting'));
    const response = await saved;
    expect(response.status()).toBe(200);
    expect(new URL(response.url()).searchParams.get('status'), 'guarded by the displayed value').toBe(
      'eq.confirmed',
    );
    await expect(card(lane(page, 'roasting'), new RegExp(`^${number}`))).toBeVisible();
    await expect(page.getByText('All changes saved')).toBeVisible();
    expect([await readLaneCount(page, 'confirmed'), await readLaneCount(page, 'roasting')]).toEqual([
      before - 1,
      after + 1,
    ]);
    expect(await fetchStatus(page, number)).toBe('roasting');
    await expect(record(page)).toHaveCount(0);

    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(card(lane(page, 'confirmed'), new RegExp(`^${number}`))).toBeVisible();
    expect(await fetchStatus(page, number)).toBe('confirmed');
    expect(errors).toEqual([]);
  });

  test('reverts a move that the database rejects and shows the reason', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?view=board`);
    const number = await readFirstOrder(page, 'draft');
    await dragCard(page, card(lane(page, 'draft'), new RegExp(`^${number}`)), lane(page, 'packed'));
    const notice = page.getByRole('alert');
    await expect(notice).toContainText(`Order ${number}: Status not changed to “Packed”`);
    await expect(notice).toContainText('Move it one step at a time.');
    await expect(card(lane(page, 'draft'), new RegExp(`^${number}`))).toBeVisible();
    await expect(card(lane(page, 'packed'), new RegExp(`^${number}`))).toHaveCount(0);
    await notice.locator('summary').click();
    await expect(notice).toContainText('The next status after “draft” is “confirmed”.');
    expect(await fetchStatus(page, number)).toBe('draft');
  });

  test('moves a card by keyboard only and announces the move', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?view=board`);
    const number = await readFirstOrder(page, 'roasting');
    await card(lane(page, 'roasting'), new RegExp(`^${number}`)).focus();
    const announcement = page.getByRole('status').filter({ hasText: /Order|Packed|canceled/ });
    await page.keyboard.press('Space');
    await expect(announcement).toContainText(`Order ${number} picked up in Roasting.`);
    await page.keyboard.press('Escape');
    await expect(announcement).toContainText('Move canceled.');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(announcement).toHaveText('Packed');
    await page.keyboard.press('Space');
    await expect(announcement).toContainText(`Order ${number} is now in Packed.`);
    await expect(card(lane(page, 'packed'), new RegExp(`^${number}`))).toBeFocused();
    expect(await fetchStatus(page, number)).toBe('packed');
    await page.keyboard.press('Enter');
    await expect(record(page).getByRole('heading', { name: `Order ${number}` })).toBeVisible();
    await record(page).getByRole('button', { name: 'Close' }).press('Enter');
    await expect(card(lane(page, 'packed'), new RegExp(`^${number}`))).toBeFocused();
  });

  test('swipes on a phone and is view-only without the update privilege', async ({ browser }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    await signIn(page, 'viewer');
    await page.goto(`${ordersPath}?view=board`);
    await lane(page, 'delivered').scrollIntoViewIfNeeded();
    const first = lane(page, 'delivered').getByRole('listitem').getByRole('button').first();
    await expect(first).toBeVisible();
    await expect(viewOnlyBadge(page)).toHaveCount(1);
    await expect(page.getByText('Cards can’t be moved')).toHaveCount(0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide, 'the page itself doesn’t scroll sideways').toBe(false);
    await expectAccessible(page);
    await first.tap();
    await expect(record(page)).toBeVisible();
    await context.close();
  });
});

test.describe('the views that a table offers', () => {
  const tabs = (page: Page) => page.getByRole('navigation', { name: 'Views' }).getByRole('link');

  test('a board has no lane per order, and no calendar is offered for the insertion date', async ({
    page,
  }) => {
    await signIn(page, 'owner');
    await page.goto('/tables/public/deliveries');
    await expect(tabs(page)).toHaveText(['Grid', 'Board', 'Gallery', 'Calendar', 'Chart']);
    await tabs(page).filter({ hasText: 'Board' }).click();
    await expect(page.getByRole('region', { name: /^Signe Østergaard, / })).toBeVisible();
    // The URL of an earlier version: there are too many orders for lanes.
    await page.goto('/tables/public/deliveries?view=board.order_id');
    await expect(page.getByRole('region', { name: /^Signe Østergaard, / })).toBeVisible();

    await page.goto('/tables/public/customers');
    await expect(tabs(page)).toHaveText(['Grid', 'Board', 'Chart']);
    // The user can still choose the calendar.
    await page.goto('/tables/public/customers?view=calendar.customer_since');
    await expect(tabs(page)).toHaveText(['Grid', 'Board', 'Calendar', 'Chart']);
  });

  test('a reference to few rows is offered even if their number is unknown', async ({ page }) => {
    // Policies hide customers from a viewer, so there is no estimate. A viewer can read few customers.
    await signIn(page, 'viewer');
    const response = page.waitForResponse((response) =>
      /\/api\/rows\/orders\?.*limit=21$/.test(response.url()),
    );
    await page.goto('/tables/public/deliveries');
    expect(await (await response).json()).toHaveLength(21);
    await expect(tabs(page).filter({ hasText: 'Calendar' })).toBeVisible();
    await expect(tabs(page).filter({ hasText: 'Board' })).toHaveCount(0);
  });
});

test.describe('the board of the awkward schema', () => {
  test.use({ backend: 'awkward' });

  test('has a lane for each label, and for the rows of each table', async ({ page }) => {
    const errors = watchErrors(page);
    const account = { email: 'board@example.test', password: 'correct horse battery' };
    expect((await page.request.post('/api/auth/sign-up', { data: account })).ok()).toBe(true);
    await page.goto('/tables/public/enums_and_domains?view=board');
    for (const label of ['in progress, waiting', 'a label of exactly sixty characters', 'готово', 'empty']) {
      await expect(page.getByRole('region', { name: label }), label).toHaveAccessibleName(/, 1 row$/);
    }
    await page.goto('/tables/public/tree?view=board');
    await expect(page.getByRole('region', { name: 'root, 1 row' })).toContainText('branch');
    await expect(page.getByRole('region', { name: 'No Parent, 1 row' })).toContainText('root');
    await page.goto('/tables/public/two_ways?view=board.to_tree');
    await expect(page.getByRole('region', { name: 'branch, 2 rows' })).toBeVisible();
    expect(errors).toEqual([]);
  });
});

test.describe('the board of tables with triggers and a position column', () => {
  test.use({ backend: 'awkward' });

  test('announces the lane that the database stored, and orders cards manually within their column’s range', async ({
    page,
    workspace,
  }) => {
    const file = join(process.env.E2E_DATA ?? '', 'lanes.sql');
    writeFileSync(
      file,
      `create type public.step as enum ('first', 'second', 'third');
       create table public.steered (id int primary key, name text, step public.step, place numeric(4, 1));
       comment on column public.steered.place is '@position';
       insert into public.steered values (1, 'goes on', 'first', 1), (2, 'one', 'third', 1), (3, 'two', 'third', 2),
         (4, 'nowhere', 'third', null), (5, 'last', 'third', null);
       create function public.skips() returns trigger language plpgsql as
         $$ begin if new.step = 'second' then new.step := 'third'; end if; return new; end $$;
       create trigger skips before update on public.steered for each row execute function public.skips();
       grant select, update on public.steered to authenticated;`,
    );
    workspace.runSQL(file);
    const account = { email: 'steered@example.test', password: 'correct horse battery' };
    expect((await page.request.post('/api/auth/sign-up', { data: account })).ok()).toBe(true);
    await page.goto('/tables/public/steered?view=board');
    const names = () => lane(page, 'third').getByRole('listitem').getByRole('button').allTextContents();
    await expect
      .poll(names)
      .toEqual([/one/, /two/, /nowhere/, /last/].map((name) => expect.stringMatching(name)));

    // Moves the card after a card without a position, into the lane from which the trigger moves it.
    await card(lane(page, 'first'), /goes on/).press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(page.getByText('goes on is now in Third. The database changed the value.')).toBeVisible();
    await expect(card(lane(page, 'third'), /goes on/)).toBeFocused();

    await card(lane(page, 'third'), /one/).press('Space');
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown');
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.keyboard.press('Space');
    expect((await saved).status()).toBe(200);
    const response = await page.request.get('/api/rows/steered?id=eq.2&select=place');
    const [{ place }] = await response.json();
    expect(Number(place), 'after the cards that have a position').toBeGreaterThan(2);
    expect(Number(place)).toBeLessThan(1000);
  });
});

test.describe('the gallery', () => {
  test('loads images when they become visible and opens records beside them', async ({ page }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await page.goto('/tables/public/products');
    await page.getByRole('link', { name: 'Gallery' }).click();
    await expect(page).toHaveURL(/view=gallery$/);
    const gallery = page.getByRole('region', { name: 'Gallery of Products' });
    const cards = gallery.getByRole('listitem').getByRole('button');
    const loaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
    await expect.poll(() => cards.first().locator('img').evaluate(loaded)).toBe(true);
    await expectAccessible(page);

    await gallery.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    const itemAt = (at: number) => gallery.getByRole('listitem').and(page.locator(`[aria-posinset="${at}"]`));
    await expect.poll(() => itemAt(40).locator('img').evaluate(loaded)).toBe(true);

    await gallery.evaluate((element) => element.scrollTo({ top: 0 }));
    await itemAt(1).getByRole('button').press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const name = await page.locator('button:focus').textContent();
    await page.keyboard.press('Enter');
    const heading = record(page).getByRole('heading').first();
    await expect(heading).toBeVisible();
    expect(name).toContain(await heading.textContent());
    expect(errors).toEqual([]);
  });

  test('is offered only for tables with images', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto('/tables/public/order_items?view=gallery');
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Gallery' })).toHaveCount(0);
  });
});

test.describe('the gallery of the awkward schema', () => {
  test.use({ backend: 'awkward' });

  test('has a card for each value and marks the images that can’t be displayed', async ({
    page,
    workspace,
  }) => {
    const errors = watchErrors(page);
    const file = join(process.env.E2E_DATA ?? '', 'gallery.sql');
    writeFileSync(file, `comment on column public.texts.value is '@file bucket=nowhere';`);
    workspace.runSQL(file);
    const account = { email: 'gallery@example.test', password: 'correct horse battery' };
    expect((await page.request.post('/api/auth/sign-up', { data: account })).ok()).toBe(true);
    await page.goto('/tables/public/texts?view=gallery');
    const gallery = page.getByRole('region', { name: 'Gallery of Texts' });
    const card = (name: string) => gallery.getByRole('button', { name });
    for (const name of ['three thousand characters', 'right to left', 'markup', 'no value null']) {
      await expect(card(name).first(), name).toBeVisible();
    }
    await expect(card('markup').getByRole('img', { name: 'No preview' })).toBeVisible();
    await expectAccessible(page);
    await card('markup').click();
    await expect(record(page)).toBeVisible();
    expect(errors).toEqual([]);
  });
});

test('a page on which nothing happens animates nothing, also outside the visible part', async ({ page }) => {
  await signIn(page, 'owner');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['orders', 'orders?view=board', 'orders?view=calendar', 'products?view=gallery']) {
    await page.goto(`/tables/public/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForFunction(() => performance.getEntriesByName('tableside-code-loaded').length > 0);
    const countAnimations = () => page.evaluate(() => document.getAnimations().length);
    await expect.poll(countAnimations, { message: path }).toBe(0);
  }
});
