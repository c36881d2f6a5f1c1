import type { Row } from '@/data/rows/row';
import { formatValue } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';

/** Formats rows as a table in GitHub Flavored Markdown, with the values as the grid shows them. NULL is an empty cell. */
export function formatMarkdownTable(columns: readonly Column[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => escapeMarkdownCell(title)),
    columns.map((column) => (isNumericColumn(column) ? '--:' : '---')),
    ...rows.map((row) =>
      columns.map((column) => escapeMarkdownCell(formatValue(column, row[column.name] ?? null))),
    ),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function isNumericColumn({ kind, array }: Column): boolean {
  return !array && (kind === 'integer' || kind === 'numeric' || kind === 'float');
}

/** Escapes Markdown's special characters, and replaces line breaks, which would end the cell. */
function escapeMarkdownCell(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~&]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '<br>')
    .trim();
}
