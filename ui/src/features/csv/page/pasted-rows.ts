import type { ReadOptions } from '../csv.types';

/** The type of a file with pasted rows. Differs from that of a file with tabs, which has an encoding. */
const pastedType = 'text/x-pasted-rows';

/** Creates a file of pasted rows, which is read like others. */
export function createPastedFile(rows: string, name: string): File {
  return new File([rows], name, { type: pastedType });
}

/** Whether a file contains pasted rows. */
export function isPastedFile({ type }: File): boolean {
  return type === pastedType;
}

/** Returns the options to read a file with. Rows from a spreadsheet are separated by tabs, also if their texts contain commas. */
export async function getReadOptions(file: File): Promise<ReadOptions> {
  const isTSV = isPastedFile(file) || file.type === 'text/tab-separated-values';
  return isTSV && (await file.slice(0, 65_536).text()).includes('\t') ? { separator: '\t' } : {};
}
