import type { Encoding } from '../../csv.types';

/** The lines of a file as texts, and how they were read. */
export interface FileLines {
  /** The cells of each line; `emptyStringMarker` for cells that are `""`. */
  lines: string[][];
  encoding: Encoding;
  separator: string;
  /** The sheets of a workbook, and the one that was read; none for other files. */
  sheets: readonly string[];
  sheet: string | undefined;
  /** Whether the file's writer quotes cells only where necessary. */
  quotesSparingly: boolean;
  /** A problem with the whole file that does not prevent the import. */
  warning: string | undefined;
  /** Why the file can't be imported. */
  unreadableReason: string | undefined;
}
