import { keyLabels } from './keyboard-messages';

/** Whether the keyboard of the device has a Command key. */
export const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');

/** Returns the labels of a shortcut's keys: "mod+k" is ["⌘", "K"] or ["Ctrl", "K"]. */
export function formatKeys(keys: string, mac: boolean = isMac): string[] {
  return keys.split('+').map((key) => {
    const symbol = keyLabels[key.toLowerCase()];
    if (symbol) return symbol[mac ? 0 : 1];
    return key.length === 1 ? key.toUpperCase() : key;
  });
}

/** Whether an input method (IME) handles the key, so that Enter and Escape apply to the composed text. */
export function isComposing({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  // Safari sends the Enter that ends a composition after its end, with this code.
  return isComposing || keyCode === 229;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/**
 * Whether a key press is the shortcut. Shift is only compared if the shortcut contains it, or if the key is a letter or
 * has a name such as `enter`.
 */
export function matchesKeys(event: KeyPress, keys: string, mac: boolean = isMac): boolean {
  const parts = keys.toLowerCase().split('+');
  const key = parts[parts.length - 1];
  const wants = (modifier: string) => parts.length > 1 && parts.slice(0, -1).includes(modifier);
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  if (mod !== wants('mod') || other || event.altKey !== wants('alt')) return false;
  const pressed = event.key === ' ' ? 'space' : event.key.toLowerCase();
  if (pressed !== key) return false;
  const shiftMatters = wants('shift') || pressed.length > 1 || /[a-z]/.test(pressed);
  return !shiftMatters || event.shiftKey === wants('shift');
}
