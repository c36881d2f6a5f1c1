import { expect, it } from 'vitest';
import { decodeText, detectEncoding } from './decode.utils';

const encodeUTF16 = (text: string, isBigEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !isBigEndian);
  return new Uint8Array(view.buffer);
};

it.each([
  ['UTF-8', new TextEncoder().encode('é,☕'), 'utf-8', 'é,☕'],
  ['UTF-8 with a byte order mark', new TextEncoder().encode('\ufeffé'), 'utf-8', 'é'],
  ['UTF-16 from a spreadsheet', encodeUTF16('\ufeffé\t☕', false), 'utf-16le', 'é\t☕'],
  ['UTF-16, big-endian', encodeUTF16('\ufeffé', true), 'utf-16be', 'é'],
  ['UTF-16 without its mark', encodeUTF16('é,a', false), 'utf-16le', 'é,a'],
  ['UTF-16 without its mark, big-endian', encodeUTF16('é,a', true), 'utf-16be', 'é,a'],
  ['Windows-1252', Uint8Array.of(0x43, 0x61, 0x66, 0xe9), 'windows-1252', 'Café'],
  ['an empty file', new Uint8Array(), 'utf-8', ''],
] as const)('decodes %s', (_, bytes, encoding, text) => {
  expect(detectEncoding(bytes)).toBe(encoding);
  expect(decodeText(bytes, encoding)).toBe(text);
});
