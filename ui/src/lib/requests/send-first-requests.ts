import { sendEarly } from './early-requests';
import { isDashboardLoad, readPages } from './first-requests-storage';

/**
 * Sends the requests that a dashboard has sent both last times when it was loaded, before its code is loaded. A request
 * that depends on the time differs. The server rejects requests of another user.
 */
export function sendFirstRequests(path: string): void {
  try {
    const page = isDashboardLoad() ? readPages().find((each) => each.path === path) : undefined;
    for (const [url, headers] of page?.last ?? []) if (page?.before.includes(url)) sendEarly(url, headers);
  } catch {
    // The browser blocks storage, or another program has written it.
  }
}
