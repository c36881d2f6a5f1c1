import type { FileSource, RowRejection } from '../csv.types';
import { csvMessages } from '../csv-messages';

/** Time after which the browser has certainly started the download, in milliseconds. */
const downloadDelay = 10_000;

/** Downloads the rows that the last check rejected and those of `rejections` as CSV, with their reasons. */
export async function downloadRejectedRows(
  source: FileSource,
  file: File,
  rejections: readonly RowRejection[],
): Promise<void> {
  const csv = await source.exportRejected(rejections);
  const link = document.createElement('a');
  // Spreadsheet apps detect UTF-8 by the byte order mark.
  link.href = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv' }));
  link.download = csvMessages.rejections.reportFile(file.name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), downloadDelay);
}
