import type { Row, Value } from '@/data/rows/row';
import { toEnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';

/** A cell as it was copied: its text, and from this app the value itself with its column's type. */
export interface CopiedCell {
  text: string;
  original?: { type: string; value: Value };
}

/** Cells in rows, each row as long as the longest. */
export type CopiedCells = readonly (readonly CopiedCell[])[];

/** Marks our own table, and holds the types of its columns. */
const typesAttribute = 'data-tableside-types';
const valueAttribute = 'data-value';

/** A column's type as far as it decides what a value's text means. */
export function formatTypeName({ base, array }: Column): string {
  return array ? `${base}[]` : base;
}

/** A value as a spreadsheet takes it, and as our editors do. NULL is ''. */
export function formatPlainText(column: Column, value: Value): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : String(toEnteredValue(column, value));
  // Not laid out as for an editor: it is one cell.
  if (column.kind === 'json' || column.kind === 'composite') return value === null ? '' : String(value);
  return String(toEnteredValue(column, value) ?? '');
}

/** Tab-separated text in the way of Excel and Google Sheets. One cell alone is its text as it is. */
export function formatTSV(columns: readonly Column[], rows: readonly Row[], headers: boolean): string {
  const lines = rows.map((row) => columns.map((column) => formatPlainText(column, row[column.name] ?? null)));
  if (headers) lines.unshift(columns.map(({ title }) => title));
  const only = lines.length === 1 && lines[0]?.length === 1 ? lines[0][0] : undefined;
  return only ?? lines.map((cells) => cells.map(quoteTSV).join('\t')).join('\n');
}

function quoteTSV(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An HTML table: what spreadsheets paste best, with the exact values for ourselves. */
export function formatHTML(columns: readonly Column[], rows: readonly Row[], headers: boolean): string {
  const types = escapeHTML(JSON.stringify(columns.map(formatTypeName)));
  const head = headers
    ? `<thead><tr>${columns.map(({ title }) => `<th>${escapeHTML(title)}</th>`).join('')}</tr></thead>`
    : '';
  const body = rows.map((row) => {
    const cells = columns.map((column) => formatHTMLCell(column, row[column.name] ?? null));
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<meta charset="utf-8"><table ${typesAttribute}="${types}">${head}<tbody>${body.join('')}</tbody></table>`;
}

/** Excel takes a cell for a number where it can, and rounds it past 15 digits, unless told that it is text. */
const textCellStyle = ` style="mso-number-format:'\\@'"`;

function formatHTMLCell(column: Column, value: Value): string {
  const text = formatPlainText(column, value);
  const isNumber = !column.array && /^-?\d{1,15}(\.\d+)?$/.test(text) && text.length <= 16;
  const style = isNumber && column.kind !== 'text' ? '' : textCellStyle;
  const shown = escapeHTML(text).replace(/\r\n|\r|\n/g, '<br>');
  return `<td ${valueAttribute}="${escapeHTML(JSON.stringify(value))}"${style}>${shown}</td>`;
}

function escapeHTML(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => names[character] ?? character);
}

/** Cells from what a clipboard holds: our own table, else the text, else another's table. */
export function parseClipboard(html: string, text: string): CopiedCells {
  const table = html ? new DOMParser().parseFromString(html, 'text/html').querySelector('table') : null;
  const types = table?.getAttribute(typesAttribute);
  if (table && types) return padRows(parseOwnTable(table, types));
  if (text !== '') return padRows(parseTSV(text).map((cells) => cells.map((each) => ({ text: each }))));
  return table ? padRows(parseForeignTable(table)) : [];
}

function padRows(rows: readonly (readonly CopiedCell[])[]): CopiedCells {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, i) => row[i] ?? { text: '' }));
}

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

/** A text as it stands in our own table: each line break is an element. */
function extractRawText(cell: Element): string {
  for (const line of cell.querySelectorAll('br')) line.replaceWith('\n');
  return cell.textContent ?? '';
}

function parseForeignTable(table: HTMLTableElement): CopiedCell[][] {
  const grid = Array.from(table.rows, (): CopiedCell[] => []);
  for (const [index, row] of [...table.rows].entries()) {
    let at = 0;
    for (const cell of row.cells) {
      while (grid[index]?.[at]) at += 1;
      // A merged cell's value is that of its first; the others are empty.
      for (const [down, place] of grid.slice(index, index + cell.rowSpan).entries()) {
        for (let across = 0; across < cell.colSpan; across++) {
          place[at + across] = { text: down + across === 0 ? extractRenderedText(cell) : '' };
        }
      }
    }
  }
  return grid.map((row) => Array.from(row, (cell) => cell ?? { text: '' }));
}

/** A text as a browser would show it: white space is one space, line breaks are elements. */
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

/** Tab-separated text: quoted cells may hold tabs, line breaks and doubled quotes. A line break at the end ends the last row. */
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
