import type { Value } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { stringifyJSON } from '@/lib/text/json';

/** Whether an array contains arrays: it has two dimensions or more. */
export function isNestedArray(items: readonly Value[]): boolean {
  return items.some(Array.isArray);
}

const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Formats an array as JSON on one line, numbers without quotes: '[[1, 2], [3, 4]]'. */
export function formatNestedArray(column: Column, items: readonly Value[]): string {
  const isNumeric = ['integer', 'numeric', 'float'].includes(column.kind);
  const format = (item: Value): string => {
    if (Array.isArray(item)) return `[${item.map(format).join(', ')}]`;
    return isNumeric && typeof item === 'string' && plainNumber.test(item) ? item : stringifyJSON(item);
  };
  return format(items);
}

/** Formats a nested array as JSON with one line for each of its items, to edit it. */
export function formatNestedRows(column: Column, items: readonly Value[]): string {
  const rows = items.map((item) =>
    Array.isArray(item) ? formatNestedArray(column, item) : stringifyJSON(item),
  );
  return `[\n${rows.map((row) => `  ${row}`).join(',\n')}\n]`;
}
