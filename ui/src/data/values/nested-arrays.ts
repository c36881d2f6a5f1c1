import type { Value } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { stringifyJSON } from '@/lib/text/json';

/** Whether an array contains arrays: it has two dimensions or more. */
export function isNestedArray(items: readonly Value[]): boolean {
  return items.some(Array.isArray);
}

const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Formats an array as JSON on one line, numbers without quotes: '[[1, 2], [3, 4]]'. */
function formatJSONLine(column: Column, items: readonly Value[]): string {
  const isNumeric = ['integer', 'numeric', 'float'].includes(column.kind);
  const format = (item: Value): string => {
    if (Array.isArray(item)) return `[${item.map(format).join(', ')}]`;
    return isNumeric && typeof item === 'string' && plainNumber.test(item) ? item : stringifyJSON(item);
  };
  return format(items);
}

/** Whether values have a form of the user's locale: decimals, dates, times and ranges. */
export function hasLocalForm({ kind }: Column): boolean {
  return /^(date|time|numeric|float)|range$/.test(kind);
}

/** Joins the displayed items of an array: with semicolons if numbers, dates or ranges contain commas ('1,5; 2,5'). */
export function joinDisplayedItems(column: Column, texts: readonly string[]): string {
  const canHaveCommas = hasLocalForm(column) || column.kind === 'integer';
  const separator = canHaveCommas && texts.some((text) => text.includes(',')) ? '; ' : ', ';
  return texts.join(separator);
}

/**
 * Formats an array for display on one line, in brackets: '[[1.5, 2.5], [3, 4]]'. `formatItem` formats an item that is not
 * an array, if its type has a form of the user's locale.
 */
export function formatNestedArray(
  column: Column,
  items: readonly Value[],
  formatItem: (item: Value) => string,
): string {
  if (!hasLocalForm(column)) return formatJSONLine(column, items);
  const format = (item: Value): string =>
    Array.isArray(item) ? `[${joinDisplayedItems(column, item.map(format))}]` : formatItem(item);
  return format(items);
}

/**
 * Formats a nested array as JSON with one line for each of its items, to edit it. `formatItem` formats an item that is not
 * an array.
 */
export function formatNestedRows(
  column: Column,
  items: readonly Value[],
  formatItem: (item: Value) => Value,
): string {
  const convert = (item: Value): Value => (Array.isArray(item) ? item.map(convert) : formatItem(item));
  const rows = items
    .map(convert)
    .map((item) => (Array.isArray(item) ? formatJSONLine(column, item) : stringifyJSON(item)));
  return `[\n${rows.map((row) => `  ${row}`).join(',\n')}\n]`;
}
