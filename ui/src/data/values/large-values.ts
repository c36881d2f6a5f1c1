import type { Value } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';

/** Length in characters from which a form shows only the first part of a value: an input of a longer text delays typing. */
export const largeValueLength = 100_000;

/** Length in characters up to which an input can edit a value. A longer value can only be downloaded. */
export const maxEditableLength = 1_000_000;

/** Length in characters of the first part of a large value. */
const excerptLength = 2_000;

/** Returns the text of a value that is too large for a form; undefined for other values. */
export function findLargeText(value: Value | undefined): string | undefined {
  return typeof value === 'string' && value.length > largeValueLength ? value : undefined;
}

/** Returns the first part of a text, which does not end within a character. */
export function getExcerpt(text: string, length = excerptLength): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Returns the size of a text in bytes of UTF-8. */
export function getByteSize(text: string): number {
  return new Blob([text]).size;
}

/** Returns the name and the type of a file with a column's value: 'documents-body.json'. */
export function describeValueFile(tableName: string, column: Column): { name: string; type: string } {
  const isJSON = column.kind === 'json' || column.kind === 'composite';
  const name = `${tableName}-${column.name}.${isJSON ? 'json' : 'txt'}`;
  return { name, type: isJSON ? 'application/json' : 'text/plain' };
}
