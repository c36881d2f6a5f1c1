import { expect, it } from 'vitest';
import { explainUnreadableFile } from './text-file.utils';

it.each([
  ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), /old Excel/],
  ['a compressed file', Uint8Array.of(0x1f, 0x8b, 8, 0), /Unpack/],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13), /not a text/],
  ['zeros', new Uint8Array(1000), /not a text/],
])('rejects %s', (_, bytes, reason) => expect(explainUnreadableFile(bytes)).toMatch(reason));

it.each([
  ['UTF-8', new TextEncoder().encode('é,☕\r\n\ta\fb')],
  ['Windows-1252', Uint8Array.of(0x43, 0x61, 0x66, 0xe9)],
  ['a stray control character', new TextEncoder().encode(`${'text,'.repeat(50)}\u0001`)],
  ['an empty file', new Uint8Array()],
])('accepts %s', (_, bytes) => expect(explainUnreadableFile(bytes)).toBeUndefined());
