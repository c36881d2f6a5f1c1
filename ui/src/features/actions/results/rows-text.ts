import type { Row, Value } from '@/data/rows/row';
import { formatWireValue } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { formulaPattern } from '@/lib/text/formula';
import { parseJSON, parseJSONNumber, stringifyJSON } from '@/lib/text/json';

/** Formats a value of JSON with an indent. */
export function formatJSON(value: unknown): string {
  return stringifyJSON(value, 2);
}

/** Formats rows as an array of objects, with exact numbers. */
export function formatRowsJSON(columns: readonly Column[], rows: readonly Row[]): string {
  return formatJSON(rows.map((row) => toObject(columns, row)));
}

/** Formats a row as an object, with exact numbers. */
export function formatRecordJSON(columns: readonly Column[], row: Row): string {
  return formatJSON(toObject(columns, row));
}

function toObject(columns: readonly Column[], row: Row): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column.name, toJSON(column, row[column.name] ?? null)]));
}

/** Returns a value in the form in which JSON contains it: numbers as numbers, JSON columns as their content. */
function toJSON(column: Column, value: Value): unknown {
  if (Array.isArray(value)) return value.map((item) => toJSON(column, item));
  if (typeof value !== 'string') return value;
  if (column.kind === 'json' || column.kind === 'composite') return parseJSON(value);
  if (!['integer', 'numeric', 'float'].includes(column.kind)) return value;
  try {
    return parseJSONNumber(value);
  } catch {
    // Infinity and NaN are no numbers of JSON.
    return value;
  }
}

/** Formats rows as a CSV file for a spreadsheet. Texts that look like formulas are escaped. */
export async function formatRowsCSV(columns: readonly Column[], rows: readonly Row[]): Promise<string> {
  const { default: Papa } = await import('papaparse');
  const lines = rows.map((row) => columns.map((column) => toCell(column, row[column.name] ?? null)));
  const csv = Papa.unparse([columns.map(({ name }) => name), ...lines], { escapeFormulae: formulaPattern });
  return `\ufeff${csv}`; // the byte order mark declares UTF-8
}

function toCell(column: Column, value: Value): string {
  if (value === null) return '';
  return Array.isArray(value) ? formatWireValue(column, value) : String(value);
}
