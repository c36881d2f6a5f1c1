import type { Value } from '@/data/rows/row';
import { formatTimestampTZ } from '@/data/values/dates/datetime.utils';
import { getColumnFormat } from '@/data/values/formats/column-format';
import { largeValueSize } from '@/data/values/large-values';
import { formatValue } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';

/** Maximum number of characters to render: more do not fit in a line, and slow the row down. */
export const maxTextLength = 300;

/** Returns the part of a text that is rendered. */
export function shortenText(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** Formats of text columns whose values are shown as they are. */
const plainFormats: ReadonlySet<string> = new Set([
  'plain',
  'email',
  'phone',
  'url',
  'markdown',
  'multiline',
]);

/** Whether values of a column are shown as text, without marks such as chips or bars. */
export function isPlainColumn(column: Column): boolean {
  if (column.array) return false;
  const { kind: format } = getColumnFormat(column);
  switch (column.kind) {
    case 'text':
      return plainFormats.has(format) && !('file' in column.tags) && !column.status;
    case 'integer':
    case 'numeric':
    case 'float':
      return format !== 'progress' && format !== 'rating';
    case 'boolean':
    case 'enum':
    case 'json':
    case 'composite':
    case 'tsvector':
    case 'bytea':
      return false;
    default:
      return true;
  }
}

/** Matches characters that are written from right to left, and marks that change the direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\u2068\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns the displayed text of a value of a plain column, if it needs no element of its own. Undefined for NULL and for
 * empty and large texts, which have a mark, and for texts with characters from right to left, which need `dir`.
 */
export function formatPlainValue(column: Column, value: Value, grouped: boolean): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (column.kind === 'text' && (value === '' || value.length > largeValueSize)) return undefined;
  const text =
    column.kind === 'text'
      ? shortenText(value)
      : formatValue(column, value, { grouped, precision: 'minute', rounded: true });
  return rightToLeft.test(text) ? undefined : text;
}

/** Returns the tooltip of a value of a plain column: a timestamp with its zone, the ISO form of other dates, times and ranges, all digits of a number. */
export function formatValueTitle(column: Column, value: Value): string {
  if (value === null) return '';
  const text = String(value);
  switch (column.kind) {
    case 'text':
      return shortenText(text);
    case 'timestamptz': {
      const { text: time, zone } = formatTimestampTZ(text);
      return `${time} ${zone}`.trim();
    }
    case 'integer':
    case 'numeric':
    case 'float':
      return text;
    default:
      return formatValue(column, text, { dates: 'iso' });
  }
}
