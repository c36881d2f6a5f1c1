import type { Row, Value } from '@/data/rows/row';
import { toEnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';

/** A copied cell: its text and, if it was copied in this app, its value with the type of its column. */
export interface CopiedCell {
  text: string;
  original?: { type: string; value: Value };
}

/** Copied cells by row. All rows have the same length. */
export type CopiedCells = readonly (readonly CopiedCell[])[];

/** Marks an HTML table that this app wrote, and contains the types of its columns. */
const typesAttribute = 'data-tableside-types';
const valueAttribute = 'data-value';

/** Returns the name of a column's type. Values of equal type names are interchangeable. */
export function formatTypeName({ base, array }: Column): string {
  return array ? `${base}[]` : base;
}

/**
 * Returns a value as text for a spreadsheet, in a form that the cell editors accept. Dates have the ISO form, which
 * spreadsheets of all locales read. NULL is ''.
 */
export function formatPlainText(column: Column, value: Value): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : String(toEnteredValue(column, value, 'iso'));
  // Without the line breaks that an editor adds.
  if (column.kind === 'json' || column.kind === 'composite') return value === null ? '' : String(value);
  return String(toEnteredValue(column, value, 'iso') ?? '');
}

/** Returns cells as tab-separated text, quoted like in Excel and Google Sheets. A single cell is not quoted. */
export function formatTSV(columns: readonly Column[], rows: readonly Row[], hasHeaders: boolean): string {
  const lines = rows.map((row) => columns.map((column) => formatPlainText(column, row[column.name] ?? null)));
  if (hasHeaders) lines.unshift(columns.map(({ title }) => title));
  const singleCell = lines.length === 1 && lines[0]?.length === 1 ? lines[0][0] : undefined;
  return singleCell ?? lines.map((cells) => cells.map(quoteTSV).join('\t')).join('\n');
}

function quoteTSV(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns cells as an HTML table, which spreadsheets prefer, with the exact values in attributes for `parseClipboard`. */
export function formatHTML(columns: readonly Column[], rows: readonly Row[], hasHeaders: boolean): string {
  const types = escapeHTML(JSON.stringify(columns.map(formatTypeName)));
  const head = hasHeaders
    ? `<thead><tr>${columns.map(({ title }) => `<th>${escapeHTML(title)}</th>`).join('')}</tr></thead>`
    : '';
  const body = rows.map((row) => {
    const cells = columns.map((column) => formatHTMLCell(column, row[column.name] ?? null));
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<meta charset="utf-8"><table ${typesAttribute}="${types}">${head}<tbody>${body.join('')}</tbody></table>`;
}

/** Marks a cell as text. Excel parses other cells as numbers if it can, and rounds them after 15 digits. */
const textCellStyle = ` style="mso-number-format:'\\@'"`;

function formatHTMLCell(column: Column, value: Value): string {
  const text = formatPlainText(column, value);
  const isNumber = !column.array && /^-?\d{1,15}(\.\d+)?$/.test(text) && text.length <= 16;
  const style = isNumber && column.kind !== 'text' ? '' : textCellStyle;
  const html = escapeHTML(text).replace(/\r\n|\r|\n/g, '<br>');
  return `<td ${valueAttribute}="${escapeHTML(JSON.stringify(value))}"${style}>${html}</td>`;
}

function escapeHTML(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => names[character] ?? character);
}

/** Parses the clipboard: the HTML table if this app wrote it, the text, or an HTML table of another program. */
export function parseClipboard(html: string, text: string): CopiedCells {
  const table = html ? new DOMParser().parseFromString(html, 'text/html').querySelector('table') : null;
  const types = table?.getAttribute(typesAttribute);
  if (table && types) return padRows(parseOwnTable(table, types));
  if (text !== '') return padRows(parseTSV(text).map((cells) => cells.map((cell) => ({ text: cell }))));
  return table ? padRows(parseForeignTable(table)) : [];
}

function padRows(rows: readonly (readonly CopiedCell[])[]): CopiedCells {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, i) => row[i] ?? { text: '' }));
}

/** Returns the cells of an HTML table that this app has copied, with their exact values. `types`: JSON of the types of its columns. */
function parseOwnTable(table: Element, types: string): CopiedCell[][] {
  const names: unknown = JSON.parse(types);
  return [...table.querySelectorAll('tbody > tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell, i) => {
      const value = cell.getAttribute(valueAttribute);
      const text = extractRawText(cell);
      const type = Array.isArray(names) ? String(names[i]) : '';
      return value === null ? { text } : { text, original: { type, value: JSON.parse(value) as Value } };
    }),
  );
}

/** Returns the text of a cell that this app wrote: white space is exact, line breaks are `<br>`. */
function extractRawText(cell: Element): string {
  for (const line of cell.querySelectorAll('br')) line.replaceWith('\n');
  return cell.textContent ?? '';
}

/** Returns the texts of an HTML table that another program has copied, such as a spreadsheet. */
function parseForeignTable(table: HTMLTableElement): CopiedCell[][] {
  const grid = Array.from(table.rows, (): CopiedCell[] => []);
  for (const [index, row] of [...table.rows].entries()) {
    let column = 0;
    for (const cell of row.cells) {
      while (grid[index]?.[column]) column += 1;
      // The first cell of a merged area has its text; the others are empty.
      for (const [down, line] of grid.slice(index, index + cell.rowSpan).entries()) {
        for (let across = 0; across < cell.colSpan; across++) {
          line[column + across] = { text: down + across === 0 ? extractRenderedText(cell) : '' };
        }
      }
    }
  }
  return grid.map((row) => Array.from(row, (cell) => cell ?? { text: '' }));
}

/** Returns the text of a cell as a browser renders it: with white space collapsed, and a line break per `<br>` or block. */
function extractRenderedText(cell: Element): string {
  const mark = '\u0001';
  for (const line of cell.querySelectorAll('br')) line.replaceWith(mark);
  for (const block of cell.querySelectorAll('p + p, div + div, li + li')) block.prepend(mark);
  return (cell.textContent ?? '')
    .replace(/[ \t\r\n\f]+/g, ' ')
    .replaceAll('\u00a0', ' ')
    .split(mark)
    .map((line) => line.trim())
    .join('\n');
}

/**
 * Parses tab-separated text. Quoted cells can contain tabs, line breaks and doubled quotes. A line break at the end of
 * the text does not start another row.
 */
export function parseTSV(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
  for (;;) {
    const match = cell.exec(text);
    if (!match) break;
    const [, inQuotes, plain = '', end = ''] = match;
    row.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    if (end === '' || cell.lastIndex === text.length) break;
  }
  return rows;
}
