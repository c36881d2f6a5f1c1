import { findCellError } from './error-cells.utils';

/** Replaces `""` in parsed cells. The parser returns the same for `""` and for a cell without a value. */
export const emptyStringMarker = '\u0000';

/** Replaces each cell that is `""` by `emptyStringMarker`. By RFC 4180, quotes within an unquoted cell are text. */
export function markEmptyStrings(text: string, separator: string): string {
  const parts: string[] = [];
  let copiedEnd = 0;
  const boundaries = new Set([separator, '\n', '\r', '']);
  for (let open = text.indexOf('"'); open !== -1; ) {
    if (!boundaries.has(text.charAt(open - 1))) {
      open = text.indexOf('"', open + 1);
      continue;
    }
    const close = findClosingQuote(text, open);
    if (close === -1) break;
    if (close === open + 1 && boundaries.has(text.charAt(close + 1))) {
      parts.push(text.slice(copiedEnd, open), emptyStringMarker);
      copiedEnd = close + 1;
    }
    open = text.indexOf('"', close + 1);
  }
  return copiedEnd === 0 ? text : parts.join('') + text.slice(copiedEnd);
}

function findClosingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close !== -1 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close;
}

/** Returns whether the first line has unquoted cells. If so, the file's writer quotes only where necessary. */
export function hasUnquotedCells(text: string, separator: string): boolean {
  const end = text.search(/[\r\n]/);
  const firstLine = end === -1 ? text : text.slice(0, end);
  return (
    firstLine
      .replace(/"(?:[^"]|"")*"/g, '')
      .replaceAll(separator, '')
      .trim() !== ''
  );
}

/** Returns the text of a cell; "" for both kinds of empty cells, and the error of a cell with an error. */
export function unmarkCell(cell: string | undefined): string {
  return cell === undefined || cell === emptyStringMarker ? '' : (findCellError(cell) ?? cell);
}
