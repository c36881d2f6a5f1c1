/**
 * The names of lookups. A lookup is a field of a linked record: the references that lead to it from a row (each the name
 * of a foreign key's column, or of its constraint), and a column. The app handles it like a column of the table, whose
 * name contains the parts.
 */

/** Separates the parts in a name. Names in a database do not contain this control character. */
const separator = '\u001f';

export interface LookupPath {
  /** The references that lead to the record, the first one from the row itself; none for a column of the row. */
  references: readonly string[];
  column: string;
}

/** Returns the name of a lookup. */
export function formatLookupName(references: readonly string[], column: string): string {
  return [...references, column].join(separator);
}

/** Returns the parts of a name; without references if it is the name of a column. */
export function parseLookupName(name: string): LookupPath {
  const parts = name.split(separator);
  return { references: parts.slice(0, -1), column: parts.at(-1) ?? '' };
}

/** Whether a name is that of a lookup. */
export function isLookupName(name: string): boolean {
  return name.includes(separator);
}

/** Whether PostgREST can sort by a column: by one of the row, or of a record to which the row itself refers. */
export function canOrderBy(name: string): boolean {
  return parseLookupName(name).references.length <= 1;
}
