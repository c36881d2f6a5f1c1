import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import type { Row } from './row';

const keyTexts = new WeakMap<Row, string>();

/**
 * Returns the text of a row's key, by which stores index rows; '' if the table has no key or the row lacks a part of
 * it. Like formatRowKey, but caches the text per row object, because each cell of a row needs it on each render.
 */
export function getCachedRowKey(table: Table, row: Row): string {
  let text = keyTexts.get(row);
  if (text === undefined) {
    const key = getRowKey(table, row);
    text = key ? formatKeyText(key) : '';
    keyTexts.set(row, text);
  }
  return text;
}
