import Papa from 'papaparse';
import type { ReadOptions } from '../../csv.types';
import { csvMessages } from '../../csv-messages';
import { hasUnquotedCells, markEmptyStrings } from '../empty-strings.utils';
import { markErrorCell } from '../error-cells.utils';
import { decodeText, detectEncoding } from './decode.utils';
import type { FileLines } from './file-lines';
import { explainUnreadableFile } from './text-file.utils';

/** Reads the lines of a CSV or TSV file. Options that are not set are detected. Cells with an error (#N/A) are marked. */
export function readTextLines(bytes: Uint8Array, options: ReadOptions): FileLines {
  const encoding = options.encoding ?? detectEncoding(bytes);
  const unreadableReason = encoding.startsWith('utf-16') ? undefined : explainUnreadableFile(bytes);
  const text = unreadableReason ? '' : decodeText(bytes, encoding);
  const separator = options.separator ?? Papa.parse(text, { preview: 1 }).meta.delimiter;
  const { data, errors } = Papa.parse<string[]>(markEmptyStrings(text, separator), {
    delimiter: separator,
    skipEmptyLines: true,
  });
  for (const line of data) for (const [i, cell] of line.entries()) line[i] = markErrorCell(cell);
  const quoteError = errors.find(({ code }) => code === 'MissingQuotes' || code === 'InvalidQuotes');
  return {
    lines: data,
    encoding,
    separator,
    sheets: [],
    sheet: undefined,
    quotesSparingly: hasUnquotedCells(text, separator),
    warning: quoteError && csvMessages.file.misplacedQuote((quoteError.row ?? 0) + 1),
    unreadableReason,
  };
}
