import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, type WebSocketRoute } from '@playwright/test';
import { addCustomer, grid, openSecondBrowser } from '../support/customers';
import { signIn } from '../support/support';
import { test } from '../support/workspace';

// Cuts the connection for live updates in different ways, and changes rows during the gap. Afterwards, the page shows
// what a fresh load shows. A crash of the server and an offline network are in live.spec.ts; an expired token, a killed
// backend and a slow reader are in live-backend.spec.ts.
test.use({ live: true });

const isLive = (page: Page) => page.locator('[data-state="live"]');

/** The websocket of a page. */
interface Link {
  socket: WebSocketRoute | undefined;
  /** Ends the connection as after a lost network: no frame passes, and neither side is notified. */
  silence: () => void;
}

/** Passes the page's websocket through the test. */
async function routeLink(page: Page): Promise<Link> {
  const silenced = new Set<WebSocketRoute>();
  const link: Link = {
    socket: undefined,
    silence: () => void (link.socket && silenced.add(link.socket)),
  };
  await page.routeWebSocket(/\/api\/realtime\//, (socket) => {
    link.socket = socket;
    const server = socket.connectToServer();
    socket.onMessage((message) => void (silenced.has(socket) || server.send(message)));
    server.onMessage((message) => void (silenced.has(socket) || socket.send(message)));
  });
  return link;
}

const readRows = async (page: Page) => (await grid(page).getByRole('row').allInnerTexts()).join('\n');

async function openTwoBrowsers(
  { page, browser, baseURL }: { page: Page; browser: Browser; baseURL: string | undefined },
  name: string,
) {
  await signIn(page, 'owner');
  const other = await openSecondBrowser(browser, baseURL, 'owner');
  const id = await addCustomer(page, `${name} 0`);
  const path = `/tables/public/customers?name=like.${encodeURIComponent(name)}%25&select=name,city`;
  await page.goto(path);
  await expect(isLive(page)).toBeVisible();
  let changes = 0;
  return {
    ...{ other, path },
    /** Changes, adds and deletes a row. */
    change: async () => {
      changes += 1;
      const updated = await other.request.patch(`/api/rows/customers?id=eq.${id}`, {
        data: { city: `City ${changes}` },
      });
      expect(updated.status(), await updated.text()).toBe(200);
      if (changes > 1) await other.request.delete(`/api/rows/customers?name=eq.${name} ${changes - 1}`);
      await addCustomer(other, `${name} ${changes}`);
    },
    /** Checks that the page shows the same as after a reload, including the last change. */
    expectFresh: async () => {
      await other.goto(path);
      await expect(grid(other).getByText(`City ${changes}`)).toBeVisible();
      const text = (await grid(other).getByRole('row').allInnerTexts()).join('\n');
      await expect
        .poll(async () => (await grid(page).getByRole('row').allInnerTexts()).join('\n'))
        .toBe(text);
      await expect(isLive(page)).toBeVisible();
    },
  };
}

test('after the connection was cut, the page shows the same as after a reload', async ({
  page,
  browser,
  baseURL,
  workspace,
}) => {
  await page.clock.install();
  const link = await routeLink(page);
  const { change, expectFresh } = await openTwoBrowsers({ page, browser, baseURL }, 'Cut');

  await test.step('a half-open connection', async () => {
    link.silence();
    await change();
    // A heartbeat without a response.
    await page.clock.fastForward(30_000);
    await page.clock.fastForward(30_000);
    await expectFresh();
  });

  await test.step('two hours of sleep', async () => {
    link.silence();
    await change();
    await page.clock.fastForward('02:00:00');
    await expectFresh();
  });

  await test.step('a frozen page', async () => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    await change();
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await expectFresh();
  });

  await test.step('a publication that is removed and added again', async () => {
    const rename = (from: string, to: string) => {
      const file = join(workspace.dataFolder, 'publication.sql');
      writeFileSync(file, `alter publication ${from} rename to ${to};`);
      workspace.runSQL(file);
    };
    rename('supabase_realtime', 'removed');
    await change();
    rename('removed', 'supabase_realtime');
    await change();
    // The regular read.
    await page.clock.fastForward(70_000);
    await expectFresh();
  });
});

test('a sign-out in another tab ends live updates, and a sign-in continues them', async ({
  page,
  browser,
  baseURL,
}) => {
  const { path, change, expectFresh } = await openTwoBrowsers({ page, browser, baseURL }, 'Sign-out');
  const tab = await page.context().newPage();
  await tab.goto('/channels');
  await tab.getByRole('button', { name: /Ada Lindqvist/ }).click();
  await tab.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await change();
  await signIn(page, 'owner');
  await page.goto(path);
  await expectFresh();
});

test('a page that the server rejects with 429 connects when a connection is free', async ({
  page,
  browser,
  baseURL,
  workspace,
}) => {
  await workspace.restart({ TABLESIDE_REALTIME_CONNECTIONS_PER_USER: '1' });
  const { other, path, change } = await openTwoBrowsers({ page, browser, baseURL }, 'Limit');
  let rejected = 0;
  other.on('console', (message) => {
    if (message.text().includes('429')) rejected += 1;
  });
  await other.goto(path);
  await expect.poll(() => rejected).toBeGreaterThan(0);
  await expect(isLive(other)).toHaveCount(0);
  await change();
  await expect(grid(page).getByText('City 1')).toBeVisible();
  await page.goto('about:blank');
  // Connects without waiting for the next attempt, once the server has closed the other connection.
  await expect(async () => {
    await other.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(isLive(other)).toBeVisible({ timeout: 4000 });
  }).toPass();
  await expect(grid(other).getByText('City 1')).toBeVisible();
  await page.goto(path);
  await expect(grid(page).getByText('City 1')).toBeVisible();
  expect(await readRows(other)).toBe(await readRows(page));
});
