import { hrefs } from '@/lib/routes';

/** The window of a provider, in CSS pixels. */
const popupSize = { width: 520, height: 680 };

/**
 * Opens a provider's sign-in in a window of its own, so that this page keeps its state. The window reports the sign-in
 * to the other tabs at its end. If the browser blocks the window, this page goes there instead, and comes back; edits
 * and drafts are stored in the browser.
 */
export function openProviderWindow(provider: string): void {
  const left = Math.max(0, window.screenX + (window.outerWidth - popupSize.width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - popupSize.height) / 2);
  const features = `popup,width=${popupSize.width},height=${popupSize.height},left=${left},top=${top}`;
  const opened = window.open(
    hrefs.provider(provider, { next: hrefs.signedIn() }),
    'tableside-sign-in',
    features,
  );
  if (!opened) openProvider(provider, getCurrentPath());
}

/** Leaves the page for a provider's sign-in, which leads back to the path `next`. */
export function openProvider(provider: string, next: string, query: { link?: 1; add?: 1 } = {}): void {
  window.location.assign(hrefs.provider(provider, { next, ...query }));
}

/** Returns the path of the current page, to which a sign-in returns. */
export const getCurrentPath = (): string => window.location.pathname + window.location.search;
