import { takeAuthLink } from '@/lib/auth-link';
import { applyTheme, readStoredTheme } from '@/lib/browser/theme';
import { sendEarly } from '@/lib/early-requests';

// Runs before the first paint and before every other script, which therefore never sees the tokens of a link.
globalThis.tablesideAuthLink = takeAuthLink(window);
applyTheme(readStoredTheme());
// A link changes the session: then the app requests these itself.
if (!globalThis.tablesideAuthLink) {
  sendEarly('/api/workspace', { Accept: 'application/json' });
  if (document.documentElement.dataset.page !== 'sign-in')
    sendEarly('/api/schema', { Accept: 'application/json' });
}
