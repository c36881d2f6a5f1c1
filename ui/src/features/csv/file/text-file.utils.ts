/** Why a file holds no rows of text at all; undefined where it may. */
export function explainUnreadableFile(bytes: Uint8Array): string | undefined {
  const starts = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04)) {
    return 'This is a workbook or a zip file. Open it in a spreadsheet, and save it as CSV.';
  }
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) {
    return 'This is an old Excel workbook. Open it in a spreadsheet, and save it as CSV.';
  }
  if (starts(0x1f, 0x8b)) return 'This file is compressed. Unpack it first.';
  const head = bytes.subarray(0, 65_536);
  // Text has next to no control characters, in whatever encoding; UTF-16 is told from it by its zeros before this.
  const controls = head.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0);
  return controls > head.length / 50 ? 'This is not a text file: it holds no rows and columns.' : undefined;
}
