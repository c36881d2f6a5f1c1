/** Encodings of text files, as TextDecoder names them. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const newline = 0x0a;

/** Detects the encoding of a text by the first bytes: a byte order mark or valid UTF-8. Otherwise returns Windows-1252. */
export function detectEncoding(bytes: Uint8Array): TextEncodingName {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  try {
    // `stream` accepts a character that the end of the part cuts.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * Returns how many bytes of a part to decode: up to the end of its last line, or, if it has no end of a line, up to its
 * last complete character. Returns all bytes of the last part.
 */
export function cutPart(bytes: Uint8Array, encoding: TextEncodingName, isLast: boolean): number {
  if (isLast) return bytes.length;
  if (encoding.startsWith('utf-16')) return bytes.length - (bytes.length % 2);
  const line = bytes.lastIndexOf(newline) + 1;
  if (line > 0) return line;
  return encoding === 'utf-8' ? cutCharacter(bytes) : bytes.length;
}

/** Returns the length without the bytes of an incomplete last character of UTF-8. */
function cutCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back >= size ? bytes.length : bytes.length - back;
    }
  }
  return bytes.length;
}
