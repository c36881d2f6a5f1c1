import type { Encoding } from '../../csv.types';

/**
 * Detects a text file's encoding by its byte order mark, by the zero bytes of
 * UTF-16, or by valid UTF-8. Otherwise returns Windows-1252.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const utf16 = detectUTF16(bytes);
  if (utf16) return utf16;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Decodes a file without its byte order mark. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** Detects UTF-16 without a byte order mark: Latin characters have a zero in each pair of bytes. */
function detectUTF16(bytes: Uint8Array): Encoding | undefined {
  const head = bytes.subarray(0, 4_096);
  let evenZeros = 0;
  let oddZeros = 0;
  for (const [i, byte] of head.entries()) {
    if (byte === 0 && i % 2 === 0) evenZeros += 1;
    else if (byte === 0) oddZeros += 1;
  }
  const threshold = head.length / 5;
  if (oddZeros > threshold && evenZeros === 0) return 'utf-16le';
  return evenZeros > threshold && oddZeros === 0 ? 'utf-16be' : undefined;
}
