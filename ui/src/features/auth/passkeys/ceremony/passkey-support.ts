/** Why a passkey can’t be used. */
export type PasskeyErrorCode =
  /** The user closed the browser's dialog, it timed out, or there is no passkey. Browsers don't report which. */
  | 'canceled'
  | 'not-supported'
  | 'insecure'
  | 'ip-address'
  /** The page's domain is not the one to which the backend binds its passkeys. */
  | 'wrong-domain'
  | 'already-registered'
  | 'failed';

/**
 * Returns why passkeys can't be used on this page; null if they can. A browser binds a passkey to a domain, so it
 * rejects pages at an IP address, and it has no passkeys on pages without a secure connection.
 */
export function getPasskeyObstacle(
  page: Pick<Location, 'hostname'> = window.location,
): PasskeyErrorCode | null {
  if (isIPAddress(page.hostname)) return 'ip-address';
  if (!window.isSecureContext) return 'insecure';
  if (!('PublicKeyCredential' in window) || !('credentials' in navigator)) return 'not-supported';
  return null;
}

/** Whether a host is an IPv4 address, or an IPv6 address in brackets. */
function isIPAddress(hostname: string): boolean {
  return /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
}

/** Returns the URL of this page at localhost if its host is an address of this device; null otherwise. */
export function getLocalhostURL(page: Pick<Location, 'hostname' | 'href'> = window.location): string | null {
  if (!/^127\./.test(page.hostname) && page.hostname !== '[::1]') return null;
  const url = new URL(page.href);
  url.hostname = 'localhost';
  return url.href;
}

/** Whether the browser can offer passkeys among the suggestions of an input. */
export async function hasPasskeyAutofill(): Promise<boolean> {
  if (getPasskeyObstacle() !== null) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

const storageKey = 'tableside.passkey';

/** Stores that a passkey of this site exists in this browser, or in the user's password manager. */
export function rememberPasskey() {
  try {
    localStorage.setItem(storageKey, 'used');
  } catch {
    // Without storage, the browser offers passkeys only after a click into the email address.
  }
}

/** Whether a passkey was used in this browser. */
export function wasPasskeyUsed(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
