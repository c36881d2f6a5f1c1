import { describe, expect, test } from 'vitest';
import { matchesKeys, printedKeys } from './keys';

const press = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('a key press is the shortcut', () => {
  test.each([
    ['mod+k', press('k', { ctrlKey: true }), false, true],
    ['mod+k', press('k', { metaKey: true }), true, true],
    ['mod+k', press('k', { metaKey: true }), false, false],
    ['mod+k', press('k'), false, false],
    ['mod+k', press('K', { ctrlKey: true, shiftKey: true }), false, false],
    ['mod+shift+z', press('Z', { ctrlKey: true, shiftKey: true }), false, true],
    ['u', press('u'), false, true],
    ['u', press('u', { ctrlKey: true }), false, false],
    ['u', press('U', { shiftKey: true }), false, false],
    ['F2', press('F2'), false, true],
    ['escape', press('Escape'), false, true],
    ['space', press(' '), false, true],
    // Which keys make a question mark is the keyboard's business.
    ['?', press('?', { shiftKey: true }), false, true],
    ['?', press('?'), false, true],
    ['/', press('/', { shiftKey: true }), false, true],
  ])('%s with %o, on a Mac: %s, is %s', (keys, event, mac, expected) => {
    expect(matchesKeys(event, keys, mac)).toBe(expected);
  });
});

test('keys are printed as on the keyboard at hand', () => {
  expect(printedKeys('mod+shift+k', true)).toEqual(['⌘', '⇧', 'K']);
  expect(printedKeys('mod+shift+k', false)).toEqual(['Ctrl', 'Shift', 'K']);
  expect(printedKeys('?', false)).toEqual(['?']);
  expect(printedKeys('F2', false)).toEqual(['F2']);
});
