import type { Row } from '@/data/rows/row';
import { formatValue } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';

/** Rows as a table of GitHub's Markdown, values as they are shown. NULL is an empty cell. */
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

/** A text that stays in its cell and means only itself. */
function escapeMarkdownCell(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~&]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '<br>')
    .trim();
}
