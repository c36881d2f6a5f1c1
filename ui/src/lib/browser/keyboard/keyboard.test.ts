import { describe, expect, test } from 'vitest';
import { formatKeys, matchesKeys } from './keyboard';

const makeKeyPress = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('a key press is the shortcut', () => {
  test.each([
    ['mod+k', makeKeyPress('k', { ctrlKey: true }), false, true],
    ['mod+k', makeKeyPress('k', { metaKey: true }), true, true],
    ['mod+k', makeKeyPress('k', { metaKey: true }), false, false],
    ['mod+k', makeKeyPress('k'), false, false],
    ['mod+k', makeKeyPress('K', { ctrlKey: true, shiftKey: true }), false, false],
    ['mod+shift+z', makeKeyPress('Z', { ctrlKey: true, shiftKey: true }), false, true],
    ['u', makeKeyPress('u'), false, true],
    ['u', makeKeyPress('u', { ctrlKey: true }), false, false],
    ['u', makeKeyPress('U', { shiftKey: true }), false, false],
    ['F2', makeKeyPress('F2'), false, true],
    ['escape', makeKeyPress('Escape'), false, true],
    ['space', makeKeyPress(' '), false, true],
    // Which keys make a question mark is the keyboard's business.
    ['?', makeKeyPress('?', { shiftKey: true }), false, true],
    ['?', makeKeyPress('?'), false, true],
    ['/', makeKeyPress('/', { shiftKey: true }), false, true],
  ])('%s with %o, on a Mac: %s, is %s', (keys, event, mac, expected) => {
    expect(matchesKeys(event, keys, mac)).toBe(expected);
  });
});

test('keys have the labels of the device’s keyboard', () => {
  expect(formatKeys('mod+shift+k', true)).toEqual(['⌘', '⇧', 'K']);
  expect(formatKeys('mod+shift+k', false)).toEqual(['Ctrl', 'Shift', 'K']);
  expect(formatKeys('?', false)).toEqual(['?']);
  expect(formatKeys('F2', false)).toEqual(['F2']);
});
