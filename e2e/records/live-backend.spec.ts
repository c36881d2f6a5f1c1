import { expect, type Page } from '@playwright/test';
import { addCustomer, grid, openSecondBrowser } from '../support/customers';
import { signIn } from '../support/support';
import { test } from '../support/workspace';

// Live updates in front of a backend that is a process of its own, whose tokens expire after some seconds: the causes that
// live-cuts.spec.ts can't have in one process.
test.use({ live: true, shape: 'hosted', config: 'jwt_expiry = 8\n' });

declare global {
  interface Window {
    closeCodes: number[];
  }
}

/** Records the codes with which the websockets of a page are closed. */
async function recordCloseCodes(page: Page) {
  await page.addInitScript(() => {
    window.closeCodes = [];
    const { addEventListener } = window.WebSocket.prototype;
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        addEventListener.call(this, 'close', (event) => {
          window.closeCodes.push((event as CloseEvent).code);
        });
      }
    };
  });
}

const isLive = (page: Page) => page.locator('[data-state="live"]');

/** Counts the websockets that a page opens. */
function countSockets(page: Page): () => number {
  let sockets = 0;
  page.on('websocket', (socket) => {
    if (socket.url().includes('/api/realtime/')) sockets += 1;
  });
  return () => sockets;
}

test('a page is live after its token has expired, after the backend was killed, and after it read too slowly', async ({
  page,
  browser,
  baseURL,
  workspace,
}) => {
  const sockets = countSockets(page);
  await recordCloseCodes(page);
  await signIn(page, 'owner');
  const other = await openSecondBrowser(browser, baseURL, 'owner');
  const id = await addCustomer(other, 'Expiry');
  const change = async (city: string) => {
    const updated = await other.request.patch(`/api/rows/customers?id=eq.${id}`, { data: { city } });
    expect(updated.status(), await updated.text()).toBe(200);
  };
  await page.goto(`/tables/public/customers?id=eq.${id}&select=name,city`);
  await expect(isLive(page)).toBeVisible();
  const opened = sockets();

  await test.step('an expired token', async () => {
    // The relay renews the first token on the same connection. Without a request of the page in between, it then
    // ends the connection, so that the next handshake renews the cookie.
    await expect.poll(sockets, { timeout: 60_000 }).toBeGreaterThan(opened);
    await change('Renewed');
    await expect(grid(page).getByText('Renewed')).toBeVisible();
    await expect(isLive(page)).toBeVisible();
  });

  await test.step('a killed backend', async () => {
    const crash = workspace.backend?.crash();
    await expect(isLive(page)).toHaveCount(0);
    await crash;
    await change('After the crash');
    await expect(grid(page).getByText('After the crash')).toBeVisible();
    await expect(isLive(page)).toBeVisible();
    await change('Live again');
    await expect(grid(page).getByText('Live again')).toBeVisible();
  });

  await test.step('a page that reads too slowly', async () => {
    const tab = await page.context().newPage();
    await tab.goto('/channels/Flood');
    await expect(tab.getByRole('status').filter({ hasText: /^Joined$/ })).toBeVisible();
    const closed = await page.evaluate(() => window.closeCodes.length);
    // The first tab has the connection of both. While its script is busy, it reads nothing.
    const busy = page.evaluate(() => {
      const end = performance.now() + 10_000;
      while (performance.now() < end && document.body);
    });
    const { url, secretKey } = workspace.backend ?? { url: '', secretKey: '' };
    const message = { topic: 'Flood', event: 'message', payload: { text: 'x'.repeat(200_000) } };
    for (let batch = 0; batch < 20; batch++) {
      const response = await fetch(`${url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: {
          apikey: secretKey,
          Authorization: `Bearer ${secretKey}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ messages: Array.from({ length: 10 }, () => message) }),
      });
      expect(response.status, await response.text()).toBe(202);
    }
    await change('While it did not read');
    await tab.close();
    await busy;
    // The browser reports 1006 if the close frame with 1013 is behind messages that the page never read.
    const isTooSlow = () =>
      page.evaluate(
        (from) => window.closeCodes.slice(from).some((code) => code === 1013 || code === 1006),
        closed,
      );
    await expect.poll(isTooSlow).toBe(true);
    await expect(grid(page).getByText('While it did not read')).toBeVisible();
    await expect(isLive(page)).toBeVisible();
  });
});
