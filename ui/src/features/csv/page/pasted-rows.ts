import type { ReadOptions } from '../csv.types';

/** The type of a file with pasted rows. */
export const pastedType = 'text/tab-separated-values';

/** Returns the options to read a file with. Rows from a spreadsheet are separated by tabs, also if their texts contain commas. */
export async function getReadOptions(file: File): Promise<ReadOptions> {
  const isPasted = file.type === pastedType && (await file.slice(0, 65_536).text()).includes('\t');
  return isPasted ? { separator: '\t' } : {};
}
