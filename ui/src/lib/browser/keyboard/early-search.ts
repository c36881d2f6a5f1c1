/** The text that the user typed after the shortcut of the search. */
export interface EarlySearch {
  text: string;
  /** The user pressed Enter after the text. */
  isEntered: boolean;
}

declare global {
  /**
   * Returns the search that the user started before the app handled keys, and stops recording. On the global object,
   * because boot.ts is a separate script and not a module of the app.
   */
  var tablesideTakeEarlySearch: (() => EarlySearch | undefined) | undefined;
}

/**
 * Records the shortcut of the search and the text after it while the app's code loads. The shortcut again, Escape, a click, or a
 * key in a field or on a button, as in the form that asks for a password again, ends the search.
 */
export function recordEarlySearch(): void {
  let search: EarlySearch | undefined;
  const onPointerDown = () => {
    search = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isInControl(event)) search = undefined;
    else if (isSearchShortcut(event)) {
      event.preventDefault();
      search = search ? undefined : { text: '', isEntered: false };
    } else if (search) search = addKey(search, event);
  };
  window.addEventListener('keydown', onKeyDown);
  window.addEventListener('pointerdown', onPointerDown);
  globalThis.tablesideTakeEarlySearch = () => {
    window.removeEventListener('keydown', onKeyDown);
    window.removeEventListener('pointerdown', onPointerDown);
    globalThis.tablesideTakeEarlySearch = undefined;
    return search;
  };
}

/** Whether a key is Ctrl+K or Cmd+K. Accepts both on each system, so that the boot script is small. */
function isSearchShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  // Chromium's events of entered suggestions have no key.
  return key?.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Whether a key is pressed in a field or on a button or link, such as those of a sign-in form. */
function isInControl({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('input,textarea,select,button,a') !== null;
}

/** Returns the search after another key; undefined if the key ends it. */
function addKey(search: EarlySearch, event: KeyboardEvent): EarlySearch | undefined {
  if (event.key === 'Escape') return undefined;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return search;
  const { text } = search;
  if (event.key === 'Enter') return { text, isEntered: true };
  if (event.key === 'Backspace') return { text: text.slice(0, -1), isEntered: false };
  return event.key.length === 1 ? { text: text + event.key, isEntered: false } : search;
}
