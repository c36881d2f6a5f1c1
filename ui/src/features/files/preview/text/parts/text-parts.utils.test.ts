import { describe, expect, test } from 'vitest';
import { cutPart, detectEncoding } from './text-parts.utils';

const encode = (text: string) => new TextEncoder().encode(text);

describe('the encoding', () => {
  test.each([
    ['utf-8', encode('naïve ☕')],
    ['utf-8', encode('a ☕').subarray(0, -1)],
    ['utf-8', new Uint8Array()],
    ['windows-1252', new Uint8Array([0x6e, 0x61, 0xef, 0x76, 0x65])],
    ['utf-16le', new Uint8Array([0xff, 0xfe, 0x61, 0])],
    ['utf-16be', new Uint8Array([0xfe, 0xff, 0, 0x61])],
  ] as const)('is %s', (encoding, bytes) => {
    expect(detectEncoding(bytes)).toBe(encoding);
  });
});

describe('a part', () => {
  test('ends with a line', () => {
    expect(cutPart(encode('a\nb\nc'), 'utf-8', false)).toBe(4);
  });

  test('contains the rest if it is the last', () => {
    expect(cutPart(encode('a\nb'), 'utf-8', true)).toBe(3);
  });

  test.each(['é', '☕', '😀'])('of one line ends between characters: %s', (character) => {
    const bytes = encode(`x${character}${character}`);
    const size = encode(character).length;
    for (let length = 1; length <= bytes.length; length++) {
      const end = cutPart(bytes.subarray(0, length), 'utf-8', false);
      expect(end).toBe(1 + Math.floor((length - 1) / size) * size);
    }
  });

  test('of UTF-16 has complete units', () => {
    expect(cutPart(new Uint8Array(7), 'utf-16le', false)).toBe(6);
  });
});
