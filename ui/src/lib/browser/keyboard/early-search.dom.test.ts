import { afterEach, expect, it } from 'vitest';
import { recordEarlySearch } from './early-search';

const take = () => globalThis.tablesideTakeEarlySearch?.();

function press(keys: readonly string[], target: EventTarget = document.body) {
  for (const key of keys) {
    const [ctrlKey, name] = key === 'Ctrl+k' ? [true, 'k'] : [false, key];
    const event = new KeyboardEvent('keydown', { key: name, ctrlKey, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    expect(event.defaultPrevented, key).toBe(ctrlKey);
  }
}

afterEach(() => void take());

it('records the shortcut and the text after it, until it is taken', () => {
  recordEarlySearch();
  press(['x', 'Ctrl+k', 'o', 'r', 's', 'Backspace', 'Shift', 'd', 'Enter']);
  expect(take()).toEqual({ text: 'ord', isEntered: true });
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  expect(take()).toBeUndefined();
});

it('is nothing without the shortcut', () => {
  recordEarlySearch();
  press(['o', 'r', 'd']);
  expect(take()).toBeUndefined();
});

it.each([['Escape'], ['Ctrl+k']])('ends with %s', (key) => {
  recordEarlySearch();
  press(['Ctrl+k', 'o', key]);
  expect(take()).toBeUndefined();
});

it('ends with a click, and with a key in a field', () => {
  recordEarlySearch();
  press(['Ctrl+k']);
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(take()).toBeUndefined();
  recordEarlySearch();
  const field = document.body.appendChild(document.createElement('input'));
  press(['Ctrl+k']);
  press(['a'], field);
  field.remove();
  expect(take()).toBeUndefined();
});

it('leaves the keys of fields and buttons to the browser', () => {
  recordEarlySearch();
  const button = document.createElement('button');
  document.body.append(button);
  const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true });
  button.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  expect(take()).toBeUndefined();
  button.remove();
});
