import type { Encoding } from '../csv.types';

/** The encoding that a file says or shows: its byte order mark, zeros at every other place, else UTF-8 if it is that, else Windows-1252. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const zeros = detectUTF16(bytes);
  if (zeros) return zeros;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The text of a file, without its byte order mark. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** UTF-16 without its mark: most of what is written in it has a zero in each pair of bytes. */
function detectUTF16(bytes: Uint8Array): Encoding | undefined {
  const head = bytes.subarray(0, 4_096);
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  const most = head.length / 5;
  if (second > most && first === 0) return 'utf-16le';
  return first > most && second === 0 ? 'utf-16be' : undefined;
}
