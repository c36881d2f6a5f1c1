import { formatTimestamp, formatTimestampTZ } from '@/data/values/dates/datetime.utils';
import type { Column } from '@/lib/api.gen';
import { exportMessages } from '../export-messages';

/** The properties of a column that its cells depend on. */
export type SheetColumn = Pick<Column, 'name' | 'title' | 'kind' | 'base' | 'array' | 'scale'>;

/** The value of a cell. A text is never a formula. */
export type SheetCell = string | number | boolean | Date | null;

/** Maximum number of characters in a cell of a workbook. */
export const maxTextLength = 32_767;
/** Spreadsheets calculate with this number of digits. Exact numbers with more are texts, so that no digit is lost. */
const maxDigits = 15;
/** Maximum number of decimals in the number format of a cell. */
const maxDecimals = 15;
/** Spreadsheets have no dates before. Their first two months have a day too many. */
const firstDate = Date.UTC(1900, 2, 1);

function isNumeric({ kind, base, array }: SheetColumn): boolean {
  return !array && base !== 'money' && (kind === 'integer' || kind === 'numeric' || kind === 'float');
}

/** Converts a value as PostgreSQL writes it to a typed cell. Moments are times in the user's zone. */
export function toSheetCell(column: SheetColumn, text: string): SheetCell {
  if (text === '') return null;
  if (isNumeric(column)) return toNumber(column, text) ?? toText(text);
  if (column.array) return toText(text);
  switch (column.kind) {
    case 'boolean':
      return text === 'true' || text === 't';
    case 'date':
      return toDate(`${text} 00:00`) ?? toText(text);
    case 'timestamp':
      return toDate(formatTimestamp(text)) ?? toText(text);
    case 'timestamptz':
      return toDate(formatTimestampTZ(text).text) ?? toText(text);
    default:
      return toText(text);
  }
}

/** Returns undefined for a text that is no number, or that a number would not contain exactly. Floats are never exact: as texts, they would be missing in sums. */
function toNumber({ kind }: SheetColumn, text: string): number | undefined {
  if (kind === 'float') return /^-?\d/.test(text) ? Number(text) : undefined;
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const digits = text
    .replace(/^-/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace('.', '')
    .replace(/^0+/, '');
  return digits.length <= maxDigits ? Number(text) : undefined;
}

/** Converts '2026-11-20 09:41:00.5'; undefined for dates that spreadsheets do not have. */
function toDate(wall: string): Date | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?$/.exec(wall);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const milliseconds = Math.floor(Number(match[7] ?? 0) * 1000);
  const time = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  return time < firstDate ? undefined : new Date(time);
}

/** Shortens a text to the length of a cell. Escapes texts that look like the escapes of workbooks. */
function toText(text: string): string {
  const isLong = text.length > maxTextLength;
  const cut = isLong ? `${text.slice(0, maxTextLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
  return cut.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

const dateFormat = 'yyyy-mm-dd';
const numberFormats = {
  integer: '0',
  date: dateFormat,
  // biome-ignore lint/plugin: a number format, not a text
  time: `${dateFormat} hh:mm:ss`,
  text: '@',
} as const;

/** Returns the number format of a column's cells, if it is not the general one. The format of texts prevents that an edited text becomes a formula. */
export function getNumberFormat(column: SheetColumn): string | undefined {
  if (isNumeric(column)) {
    if (column.kind === 'integer') return numberFormats.integer;
    return column.scale && column.scale <= maxDecimals ? `0.${'0'.repeat(column.scale)}` : undefined;
  }
  if (column.array) return numberFormats.text;
  switch (column.kind) {
    case 'date':
      return numberFormats.date;
    case 'timestamp':
    case 'timestamptz':
      return numberFormats.time;
    case 'boolean':
      return undefined;
    default:
      return numberFormats.text;
  }
}

/** Returns a title without the characters that names of sheets can't have. */
export function toSheetName(title: string): string {
  const name = title
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .slice(0, 31)
    .replace(/^[\s']+|[\s']+$/g, '');
  // The name is reserved in Excel.
  if (/^history$/i.test(name)) return `${name} 1`;
  return name || exportMessages.sheet;
}
