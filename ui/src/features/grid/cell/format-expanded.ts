import type { Value } from '@/data/rows/row';
import { formatValue } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';

/** Returns the text of a value, with line breaks in JSON and between the items of an array. */
export function formatExpanded(column: Column, value: Value): string {
  if (Array.isArray(value))
    return value.map((item) => formatValue({ ...column, array: false }, item)).join('\n');
  if (column.kind !== 'json' || typeof value !== 'string') return formatValue(column, value);
  try {
    return JSON.stringify(JSON.parse(value), undefined, 2);
  } catch {
    return value;
  }
}
