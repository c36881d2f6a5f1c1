import { buildCommonHeaders } from '@/lib/api';
import { isDashboardLoad, readPages, type StoredPage, writePages } from './first-requests-storage';

/** Maximum number of pages whose requests are stored, and of the requests of a page. */
const maxPages = 5;
const maxRequests = 20;

/** The time after the start of a page, in milliseconds, in which its requests are stored. */
const maxTime = 10_000;

let current: StoredPage | undefined;

/**
 * Stores a GET request of the dashboard that is loading, so that `sendFirstRequests` sends it when the page is loaded again.
 * `headers` are those in addition to the headers of every request.
 */
export function storeFirstRequest(url: string, headers: Record<string, string>): void {
  try {
    if (!isDashboardLoad() || performance.now() > maxTime) return;
    const path = window.location.pathname;
    const pages = readPages();
    if (current?.path !== path) {
      const before = pages.find((page) => page.path === path)?.last ?? [];
      current = { path, last: [], before: before.map(([each]) => each) };
    }
    if (current.last.length >= maxRequests || current.last.some(([each]) => each === url)) return;
    current.last.push([url, { ...buildCommonHeaders(), ...headers }]);
    writePages([current, ...pages.filter((page) => page.path !== path)].slice(0, maxPages));
  } catch {
    // The browser blocks storage, or there is no browser.
  }
}
