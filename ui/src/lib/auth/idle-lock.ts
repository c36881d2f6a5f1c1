import { Listeners } from '@/lib/external-store';

/** When the user last used the app in any tab, in milliseconds since 1970. */
const lastInputKey = 'tableside.last-input';
/** Whether the app was locked, but the server has not confirmed the end of the session. */
const pendingEndKey = 'tableside.locked';

/** Inputs within this time are stored once, in milliseconds. */
const storeInterval = 1_000;

/** The events that count as use. */
const inputEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const;

let isLocked = false;
let lastInput = 0;
const listeners = new Listeners();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage, each tab has its own lock.
  }
}

/** Whether this page is locked: its contents are hidden until the user signs in again. */
export const isAppLocked = (): boolean => isLocked;

/** Calls the listener when the page is locked or unlocked. Returns a function that removes it. */
export const onLockChange = listeners.add;

/** Hides the page's contents. The caller must end the session, and report that with `confirmSessionEnd`. */
export function lockApp(): void {
  write(pendingEndKey, '1');
  write(lastInputKey, null);
  setLocked(true);
}

/** Shows the page's contents. Call after a sign-in. */
export function unlockApp(): void {
  write(pendingEndKey, null);
  storeInput();
  setLocked(false);
}

function setLocked(next: boolean): void {
  if (isLocked === next) return;
  isLocked = next;
  // base.css hides everything but the dialog for the sign-in.
  document.documentElement.toggleAttribute('data-locked', next);
  listeners.notify();
}

/** Whether a locked page was closed before the server confirmed the end of the session. */
export const isSessionEndPending = (): boolean => read(pendingEndKey) !== null;

/** Call after the server has ended the session of a locked page. */
export const confirmSessionEnd = (): void => write(pendingEndKey, null);

/** Forgets the last use. Call when nobody is signed in, so that the next session starts with a full interval. */
export function forgetLastInput(): void {
  lastInput = 0;
  write(lastInputKey, null);
}

function storeInput(): void {
  lastInput = Date.now();
  write(lastInputKey, String(lastInput));
}

/** Returns the time of the last use in any tab; 0 if there is none. */
function getLastInput(): number {
  return Math.max(Number(read(lastInputKey)), lastInput);
}

/**
 * Calls `lock` when no tab of this browser had an input for the given time, also if the computer slept or the browser
 * was closed meanwhile. Returns a function that stops it.
 */
export function watchIdle(minutes: number, lock: () => void): () => void {
  const limit = minutes * 60_000;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    const remaining = getLastInput() + limit - Date.now();
    if (remaining <= 0) lock();
    else timer = setTimeout(check, remaining);
  };
  const onInput = () => {
    // After a sleep, the first input can come before the timer.
    if (getLastInput() + limit <= Date.now()) lock();
    else if (Date.now() - lastInput >= storeInterval) storeInput();
  };
  // A new session starts with a full interval.
  if (getLastInput() === 0) storeInput();
  check();
  for (const event of inputEvents) window.addEventListener(event, onInput, { capture: true, passive: true });
  document.addEventListener('visibilitychange', check);
  return () => {
    clearTimeout(timer);
    for (const event of inputEvents) window.removeEventListener(event, onInput, { capture: true });
    document.removeEventListener('visibilitychange', check);
  };
}
