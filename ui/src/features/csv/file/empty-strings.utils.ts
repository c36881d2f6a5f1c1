/** Stands for `""` among parsed cells: a parser doesn't tell it from a cell with nothing in it. */
export const emptyStringMarker = '\u0000';

/** Puts the stand-in where a cell is `""`, as RFC 4180 has it: quotes amid a text mean nothing. */
export function markEmptyStrings(text: string, separator: string): string {
  const parts: string[] = [];
  let kept = 0;
  const edges = new Set([separator, '\n', '\r', '']);
  for (let open = text.indexOf('"'); open !== -1; ) {
    if (!edges.has(text.charAt(open - 1))) {
      open = text.indexOf('"', open + 1);
      continue;
    }
    const close = findClosingQuote(text, open);
    if (close === -1) break;
    if (close === open + 1 && edges.has(text.charAt(close + 1))) {
      parts.push(text.slice(kept, open), emptyStringMarker);
      kept = close + 1;
    }
    open = text.indexOf('"', close + 1);
  }
  return kept === 0 ? text : parts.join('') + text.slice(kept);
}

function findClosingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close !== -1 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close;
}

/** Whether a file's first line has cells without quotes: its writer then quotes only where that says something. */
export function hasUnquotedCells(text: string, separator: string): boolean {
  const end = text.search(/[\r\n]/);
  const first = end === -1 ? text : text.slice(0, end);
  return (
    first
      .replace(/"(?:[^"]|"")*"/g, '')
      .replaceAll(separator, '')
      .trim() !== ''
  );
}

/** The text of a cell, whichever kind of empty it is. */
export function unmarkCell(cell: string | undefined): string {
  return cell === undefined || cell === emptyStringMarker ? '' : cell;
}
