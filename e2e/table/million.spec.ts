import { expect, type Locator, type Page } from '@playwright/test';
import { readChartTable } from '../support/charts';
import { expectAccessible, watchErrors } from '../support/support';
import { test } from '../support/workspace';

test.use({ backend: 'million' });

/** Returns the ids of the visible rows from their first column; NaN for a row that isn't loaded. */
async function readVisibleIds(grid: Locator): Promise<number[]> {
  return grid.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [...element.querySelectorAll('[role=row]')]
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= box.top + 30 && bottom <= box.bottom + 1;
      })
      .map((row) => Number(row.querySelector('[aria-colindex="2"]')?.textContent || Number.NaN));
  });
}

/** Waits until all visible rows are loaded and have consecutive ids, and returns the first id. */
async function waitForRows(grid: Locator): Promise<number> {
  let ids: number[] = [];
  await expect(async () => {
    ids = await readVisibleIds(grid);
    expect(ids.length).toBeGreaterThan(10);
    expect(ids.every(Number.isInteger)).toBe(true);
    expect(ids).toEqual(ids.map((_, i) => (ids[0] ?? 0) + i));
  }).toPass();
  return ids[0] ?? Number.NaN;
}

const scrollTo = (grid: Locator, share: number) =>
  grid.evaluate((element, part) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) * part;
  }, share);

interface RowRequests {
  /** Number of requests for a page of rows. */
  pageCount: number;
  /** Largest offset of a request. */
  maxOffset: number;
}

async function signUp(page: Page) {
  const account = { email: 'reader@example.test', password: 'correct horse battery' };
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  if (!made.ok()) {
    const response = await page.request.post('/api/auth/sign-in', { data: account });
    expect(response.status(), await response.text()).toBe(200);
  }
}

async function openTable(page: Page, address: string): Promise<{ grid: Locator; requests: RowRequests }> {
  await signUp(page);
  const requests: RowRequests = { pageCount: 0, maxOffset: 0 };
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!url.pathname.startsWith('/api/rows/')) return;
    if (url.searchParams.get('limit') === '100') requests.pageCount += 1;
    requests.maxOffset = Math.max(requests.maxOffset, Number(url.searchParams.get('offset') ?? 0));
  });
  await page.goto(address);
  const grid = page.getByRole('grid');
  await expect(grid.locator('[aria-rowindex="2"] [aria-colindex="2"]')).toHaveText('1');
  return { grid, requests };
}

const getOrderedPath = (name: string) => `/tables/public/million?select=id,made_at,part&order=${name}`;

test('a million rows: jumps to the first, last and middle rows use no large offset', async ({ page }) => {
  const errors = watchErrors(page);
  const { grid, requests } = await openTable(page, '/tables/public/million');
  await expect(grid).toHaveAttribute('aria-colcount', '41');
  expect(await waitForRows(grid)).toBe(1);

  await grid.locator('[aria-rowindex="4"] [aria-colindex="3"]').click();
  await page.keyboard.press('Control+End');
  await expect(grid.locator('[aria-rowindex="1000001"] [aria-colindex="2"]')).toHaveText('1000000');
  await expect(grid.locator('[aria-rowindex="1000001"] [aria-selected=true]')).toBeFocused();
  await expect(grid).toHaveAttribute('aria-rowcount', '1000001');
  await expect(page.getByText(/^1,000,000 rows/)).toBeVisible();
  const last = grid.locator('[aria-rowindex="1000001"] [aria-colindex="2"]');
  const isClipped = () =>
    last.evaluate((cell) => [cell, ...cell.children].some((e) => e.scrollWidth > e.clientWidth));
  expect(await isClipped(), 'a key is displayed with all its digits').toBe(false);

  await scrollTo(grid, 0.5);
  const middle = await waitForRows(grid);
  expect(Math.abs(middle - 500_000)).toBeLessThan(20_000);
  // After the count, the row number is exact.
  await expect(grid.locator(`[aria-rowindex="${middle + 1}"] [aria-colindex="2"]`)).toHaveText(
    String(middle),
  );
  // Scrolling continues from there in both directions without a gap.
  await grid.hover();
  await page.mouse.wheel(0, 12_000);
  await expect.poll(() => waitForRows(grid)).toBeGreaterThan(middle + 300);
  await page.mouse.wheel(0, -30_000);
  await expect.poll(() => waitForRows(grid)).toBeLessThan(middle - 300);

  // The button is visible only during a scroll and shortly after it.
  await expect(async () => {
    await page.mouse.wheel(0, -300);
    await page.getByRole('button', { name: 'Back to top' }).click({ timeout: 1000 });
  }).toPass();
  await expect.poll(() => waitForRows(grid)).toBe(1);
  await page.keyboard.press('Control+g');
  await page.getByRole('dialog', { name: 'Jump to row' }).getByRole('textbox').fill('750,000');
  await page.keyboard.press('Enter');
  await expect(grid.locator('[aria-rowindex="750001"] [aria-colindex="2"]')).toHaveText('750000');
  expect(requests.maxOffset).toBeLessThanOrEqual(20_000);
  expect(errors).toEqual([]);
});

test('distant pages are unloaded while the user scrolls', async ({ page }) => {
  const { grid, requests } = await openTable(page, getOrderedPath('id.asc'));
  for (let step = 1; step <= 30; step++) {
    await scrollTo(grid, step / 31);
    await waitForRows(grid);
  }
  expect(await page.locator('[role=gridcell]').count()).toBeLessThan(400);
  await scrollTo(grid, 1 / 31);
  const before = requests.pageCount;
  await waitForRows(grid);
  await scrollTo(grid, 0);
  await waitForRows(grid);
  expect(requests.pageCount, 'the first rows are requested again').toBeGreaterThan(before);
});

for (const by of ['made_at.desc', 'part.asc', 'part.desc.nullsfirst', 'made_at.asc,part.desc']) {
  test(`sorted by ${by}: the ends and the middle show the right rows`, async ({ page }) => {
    const account = { email: 'reader@example.test', password: 'correct horse battery' };
    expect((await page.request.post('/api/auth/sign-in', { data: account })).ok()).toBe(true);
    const offsets: number[] = [];
    page.on('request', (request) => {
      offsets.push(Number(new URL(request.url()).searchParams.get('offset') ?? 0));
    });
    await page.goto(getOrderedPath(by));
    const grid = page.getByRole('grid');
    const readId = async (nth: number) => {
      const params = `select=id&order=${by},id.${by.includes('desc') && !by.includes(',') ? 'desc' : by.endsWith('desc') ? 'desc' : 'asc'}&limit=1&offset=${nth}`;
      const [row] = await (await page.request.get(`/api/rows/million?${params}`)).json();
      return String(row.id);
    };
    const cell = (row: number) => grid.locator(`[aria-rowindex="${row + 2}"] [aria-colindex="2"]`);
    await expect(cell(0)).toHaveText(await readId(0));
    await cell(3).click();
    await page.keyboard.press('Control+End');
    await expect(cell(999_999)).toHaveText(await readId(999_999));
    await page.keyboard.press('Control+g');
    await page.getByRole('dialog', { name: 'Jump to row' }).getByRole('textbox').fill('40%');
    await page.keyboard.press('Enter');
    await expect(cell(400_000)).toHaveText(await readId(400_000));
    await grid.hover();
    await page.mouse.wheel(0, 9_600);
    await expect(cell(400_310)).toHaveText(await readId(400_310));
    await page.keyboard.press('Control+Home');
    await expect(cell(0)).toHaveText(await readId(0));
    expect(Math.max(...offsets)).toBeLessThanOrEqual(20_000);
  });
}

test('rows that change position after a count keep the active cell and the open editor', async ({ page }) => {
  const errors = watchErrors(page);
  await openTable(page, getOrderedPath('id.asc'));
  let releaseCounts = () => {};
  let countsReleased = Promise.resolve();
  const holdCounts = () => {
    countsReleased = new Promise((resolve) => {
      releaseCounts = resolve;
    });
  };
  await page.route('**/api/rows/million?*', async (route) => {
    if (route.request().headers().prefer?.includes('count=exact')) await countsReleased;
    await route.continue();
  });
  await page.goto(getOrderedPath('made_at.desc'));
  const grid = page.getByRole('grid');
  await expect(grid.locator('[aria-rowindex="2"] [aria-colindex="2"]')).toHaveText('1000000');
  const active = grid.locator('[role=row]:has([aria-selected=true])');
  const readout = (text: RegExp) => expect(page.getByText(text)).toBeAttached();
  const idAt = async (rowIndex: number) => {
    const query = `select=id&order=made_at.desc,id.desc&limit=1&offset=${rowIndex - 2}`;
    return String((await (await page.request.get(`/api/rows/million?${query}`)).json())[0].id);
  };
  /** Jumps to a percentage, whose row number is an estimate until the count, and returns a row's id and cell. */
  const jump = async (share: string): Promise<{ id: string; cell: Locator }> => {
    holdCounts();
    await page.keyboard.press('Control+g');
    await page.getByRole('dialog', { name: 'Jump to row' }).getByRole('textbox').fill(share);
    await page.keyboard.press('Enter');
    await readout(/^Row ≈/);
    const at = Math.floor(Number.parseInt(share, 10) * 10_000) + 6;
    const row = grid.locator(`[role=row][aria-rowindex="${at}"]`);
    await expect(row.locator('[aria-colindex="2"]')).toHaveText(/^\d+$/);
    const id = await row.locator('[aria-colindex="2"]').textContent();
    return { id: String(id), cell: row.locator('[aria-colindex="4"]') };
  };

  await test.step('the active cell', async () => {
    const { id, cell } = await jump('40%');
    await cell.click();
    releaseCounts();
    await readout(/^Row \d/);
    await expect(active.locator('[aria-colindex="2"]')).toHaveText(id);
    await expect(active.locator('[aria-selected=true]')).toBeFocused();
    expect(await idAt(Number(await active.getAttribute('aria-rowindex')))).toBe(id);
  });
  await test.step('an open editor', async () => {
    const { id, cell } = await jump('70%');
    await cell.dblclick();
    const input = grid.getByRole('textbox');
    await input.fill('321');
    releaseCounts();
    await readout(/^Row \d/);
    await expect(input).toHaveValue('321');
    await expect(input).toBeFocused();
    await input.press('Enter');
    const part = async () =>
      (await (await page.request.get(`/api/rows/million?id=eq.${id}&select=part`)).json())[0].part;
    await expect.poll(part).toBe(321);
    await expect(active.locator('[aria-colindex="2"]')).toHaveText(id);
    expect(await idAt(Number(await active.getAttribute('aria-rowindex')))).toBe(id);
    await page.keyboard.press('Control+z');
    await expect.poll(part).not.toBe(321);
  });
  expect(errors).toEqual([]);
});

test('a table taller than the browser’s scroll limit reaches its last row by keys and by scrollbar', async ({
  page,
}) => {
  const errors = watchErrors(page);
  const { grid, requests } = await openTable(page, '/tables/public/longest');
  await grid.locator('[aria-rowindex="4"] [aria-colindex="2"]').click();
  await page.keyboard.press('Control+End');
  await expect(grid.locator('[aria-rowindex="1200001"] [aria-colindex="2"]')).toHaveText('1200000');
  await expect(grid.locator('[aria-rowindex="1200001"] [aria-selected=true]')).toBeFocused();
  await page.keyboard.press('Control+Home');
  await expect(grid.locator('[aria-rowindex="2"] [aria-selected=true]')).toBeFocused();

  const rail = page.getByRole('scrollbar', { name: 'Position in table' });
  const box = (await rail.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const drag = async (share: number) => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * share, { steps: 8 });
  };
  await drag(0.01);
  await page.mouse.down();
  await drag(0.5);
  await page.mouse.up();
  const middle = await waitForRows(grid);
  expect(Math.abs(middle - 600_000)).toBeLessThan(40_000);
  await expect(rail).toHaveAttribute('aria-valuetext', /^Row [\d,]+ of/);
  await drag(0.5);
  await page.mouse.down();
  await drag(1);
  await page.mouse.up();
  await expect(grid.locator('[aria-rowindex="1200001"] [aria-colindex="2"]')).toHaveText('1200000');
  expect(requests.maxOffset).toBeLessThanOrEqual(20_000);
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

/** Returns the ids of the rendered cards, from top to bottom. */
const readCardIds = (list: Locator) =>
  list.evaluate((element) =>
    [...element.querySelectorAll('li')]
      .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((card) => Number(/\d+/.exec(card.textContent ?? '')?.[0] ?? Number.NaN)),
  );

/** Waits until the rendered cards are loaded and have consecutive ids, and returns the ids. */
async function waitForCards(list: Locator): Promise<number[]> {
  let ids: number[] = [];
  await expect(async () => {
    ids = await readCardIds(list);
    expect(ids.length).toBeGreaterThan(5);
    expect(ids).toEqual(ids.map((_, i) => (ids[0] ?? 0) + i));
  }).toPass();
  return ids;
}

test('cards reach the last row by scrollbar on a phone and by keys in a gallery, without a gap', async ({
  browser,
  workspace,
}) => {
  const baseURL = workspace.url;
  const phone = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await phone.newPage();
  const errors = watchErrors(page);
  await signUp(page);
  await page.goto('/tables/public/longest');
  const list = page.getByRole('region', { name: 'Longest' });
  expect((await waitForCards(list))[0]).toBe(1);
  const rail = page.getByRole('scrollbar', { name: 'Position in table' });
  await rail.press('End');
  await expect(list.getByRole('button', { name: '1200000' })).toBeInViewport();
  let lowest = (await waitForCards(list))[0] ?? 0;
  expect((await waitForCards(list)).at(-1)).toBe(1_200_000);
  for (let step = 0; step < 3; step++) {
    await list.evaluate((element) => element.scrollBy({ top: -300 }));
    await expect.poll(async () => (await waitForCards(list))[0]).toBeLessThan(lowest);
    const seen = await waitForCards(list);
    expect(seen, 'the rows continue from the previous position').toContain(lowest);
    lowest = seen[0] ?? 0;
  }
  await rail.press('Home');
  await expect.poll(async () => (await waitForCards(list))[0]).toBe(1);
  await phone.close();

  const wide = await browser.newContext({ baseURL });
  const desk = await wide.newPage();
  await signUp(desk);
  await desk.goto('/tables/public/longest?view=gallery');
  const gallery = desk.getByRole('region', { name: 'Gallery of Longest' });
  const card = (id: number) => gallery.locator(`[data-index="${id - 1}"]`).filter({ hasText: String(id) });
  await card(1).press('Control+End');
  await expect(card(1_200_000)).toBeFocused();
  const columns = await gallery.evaluate((element) => {
    const tops = [...element.querySelectorAll('li')].map((each) => each.getBoundingClientRect().top);
    return tops.filter((top) => top === tops[0]).length;
  });
  for (let line = 1; line <= 6; line++) {
    await desk.keyboard.press('ArrowUp');
    const next = card(1_200_000 - line * columns);
    await expect(next, 'the focus moves one line at a time').toBeFocused();
    await expect(next).toBeInViewport();
  }
  await waitForCards(gallery);
  await desk.keyboard.press('Control+Home');
  await expect(card(1)).toBeFocused();
  await wide.close();
  expect(errors).toEqual([]);
});

/** Returns the numbers of rows and the sums of `c1` by month of `made_at` in the time zone of the tests (Copenhagen). */
function summarizeMonths() {
  const offsets = ['+01:00', '+01:00', '+01:00', '+02:00', '+02:00', '+02:00', '+02:00', '+02:00'];
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug'];
  const starts = offsets.map((offset, i) => {
    const start = Date.parse(`2020-${String(i + 1).padStart(2, '0')}-01T00:00:00${offset}`);
    return Math.max(1, ((start - Date.UTC(2020, 0, 1)) / 60_000) * 3);
  });
  return starts.map((first, i) => {
    const next = starts[i + 1] ?? 1_000_001;
    let sum = 0;
    for (let n = first; n < next; n++) sum += n % 10_007;
    return { name: `${names[i]} 2020`, count: next - first, sum };
  });
}

test('each type of chart computes all of a million rows in the database', async ({ page }) => {
  const errors = watchErrors(page);
  await signUp(page);
  const months = summarizeMonths();
  const format = (value: number) => value.toLocaleString('en-GB');
  const openChart = async (chart: string) => {
    await page.goto(`/tables/public/million?view=chart&chart=${chart}`);
    await expect(page.getByRole('region', { name: /^Chart of/ })).toBeVisible();
  };
  await openChart('number.count');
  await expect(page.getByRole('link', { name: '1,000,000', exact: true })).toBeVisible();
  const sums = months.map(({ name, sum }) => `${name}|${format(sum)}`);
  await openChart('bar.sum(c1).by(made_at.month)');
  await expect.poll(async () => (await readChartTable(page)).slice(1)).toEqual(sums);
  for (const type of ['Line', 'Area', 'Donut']) {
    await page.getByRole('button', { name: type, exact: true }).click();
    await expect(page.locator('[data-mark]')).toHaveCount(months.length);
    expect((await readChartTable(page)).slice(1)).toEqual(sums);
  }
  await openChart('pivot.count.by(made_at.month).split(part)');
  await expect.poll(async () => (await readChartTable(page)).at(-1)).toMatch(/\|1,000,000$/);
  const pivot = await readChartTable(page);
  expect(pivot.slice(1, -1).map((line) => [line.split('|')[0], line.split('|').at(-1)])).toEqual(
    months.map(({ name, count }) => [name, format(count)]),
  );
  expect(errors).toEqual([]);
});
