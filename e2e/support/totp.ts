import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes base32 (RFC 4648, section 6). */
function decodeBase32(text: string): Buffer {
  const bits = [...text.replace(/[\s=]/g, '')]
    .map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code that an authenticator app shows (RFC 6238: SHA-1, 30 seconds, 6 digits); `offset` counts intervals. */
export function computeTOTP(secret: string, offset = 0, now = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + offset));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const start = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(start) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
