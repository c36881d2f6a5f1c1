import { hasAuthFragment, takeAuthLink } from '@/lib/auth/auth-link';
import { recordEarlySearch } from '@/lib/browser/keyboard/early-search';
import { applyTheme, readStoredTheme } from '@/lib/browser/theme/theme';
import { sendEarly } from '@/lib/requests/early-requests';
import { sendFirstRequests } from '@/lib/requests/send-first-requests';

/** Whether the user reloaded the page. The server then reads the schema again, so that a new grant takes effect. */
function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
}

// Runs before the first paint and before every other script, which therefore never sees the tokens of a link.
globalThis.tablesideAuthLink = takeAuthLink(window);
// A link that the user enters in an open page changes only the fragment, which loads no new document.
window.addEventListener('hashchange', () => {
  if (hasAuthFragment(window.location)) window.location.reload();
});
// Guests have no command palette.
if (document.documentElement.dataset.page !== 'sign-in') recordEarlySearch();
// A link changes the session: then the app requests these itself.
if (!globalThis.tablesideAuthLink) {
  sendEarly('/api/workspace', { Accept: 'application/json' });
  if (document.documentElement.dataset.page !== 'sign-in') {
    sendEarly('/api/schema', {
      Accept: 'application/json',
      ...(isReload() ? { 'Cache-Control': 'no-cache' } : {}),
    });
    sendFirstRequests(window.location.pathname);
  }
}
// After the requests, because the browser opens its storage meanwhile.
applyTheme(readStoredTheme());
