import { applyTheme, readStoredTheme } from '@/lib/browser/theme';
import { sendEarly } from '@/lib/early-requests';

// Runs before the first paint and before the app's code is loaded.
applyTheme(readStoredTheme());
sendEarly('/api/workspace', { Accept: 'application/json' });
if (document.documentElement.dataset.page !== 'sign-in')
  sendEarly('/api/schema', { Accept: 'application/json' });
