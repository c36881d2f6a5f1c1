/** Yields the rows of a CSV file (RFC 4180) while its text arrives. */
export async function* readCSVRows(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  // After a quotation mark in a quoted cell: a second one is part of the text, anything else ends the cell.
  let isAfterQuote = false;
  for await (const chunk of chunks) {
    const rows: string[][] = [];
    for (const character of chunk) {
      if (isQuoted && !isAfterQuote) {
        if (character === '"') isAfterQuote = true;
        else cell += character;
        continue;
      }
      if (isAfterQuote) {
        isAfterQuote = false;
        if (character === '"') {
          cell += '"';
          continue;
        }
        isQuoted = false;
      }
      if (character === '"') isQuoted = true;
      else if (character === ',' || character === '\n') {
        row.push(cell);
        cell = '';
        if (character === '\n') {
          rows.push(row);
          row = [];
        }
      } else if (character !== '\r') cell += character;
    }
    yield* rows;
  }
  if (cell !== '' || row.length > 0) yield [...row, cell];
}
