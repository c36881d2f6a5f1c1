import { csvMessages } from '../../csv-messages';

const messages = csvMessages.file;

/** Returns why a file is not a text file, by its first bytes; undefined if it can be a text file. */
export function explainUnreadableFile(bytes: Uint8Array): string | undefined {
  const startsWith = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0)) {
    return messages.oldWorkbook;
  }
  if (startsWith(0x1f, 0x8b)) return messages.compressed;
  const head = bytes.subarray(0, 65_536);
  // A text has few control characters in any 8-bit encoding. The caller detects UTF-16, which has many.
  const controlCount = head.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0);
  return controlCount > head.length / 50 ? messages.notText : undefined;
}
