import { type FileLocation, parseFileLocation } from '@/data/relations/file-location';
import type { Row } from '@/data/rows/row';
import { findDoneRule, isAbandoned } from '@/data/values/formats/due-dates';
import { getEnumWords } from '@/data/values/formats/enum-labels';
import type { Column, Table } from '@/lib/api.gen';
import { formatNow } from './format-now';

/** The change that finishes a row. */
export interface Completion {
  column: string;
  value: string | boolean;
  /** The label of the value, as in a sentence; undefined for a boolean or a time. */
  label: string | undefined;
}

/** Returns the change that finishes a row with one tap; undefined if the user can't make it, or a status can't follow. */
export function findCompletion(table: Table, row: Row, now = new Date()): Completion | undefined {
  const { status, doneValues } = findDoneRule(table);
  if (!status || !table.privileges.update || !status.privileges.update) return undefined;
  const current = row[status.name];
  if (status.kind === 'boolean') {
    return current === true ? undefined : { column: status.name, value: true, label: undefined };
  }
  if (/^(date|timestamp)/.test(status.kind)) {
    if (current !== null) return undefined;
    return { column: status.name, value: formatNow(status, now), label: undefined };
  }
  if (typeof current !== 'string' || doneValues.includes(current)) return undefined;
  if (status.kind === 'text' && !status.done) return undefined; // which of the values the text can have is not known
  const next = status.transitions?.[current];
  const value = doneValues.find(
    (each) => !isAbandoned(each) && (!status.transitions || (next ?? []).includes(each)),
  );
  return value === undefined ? undefined : { column: status.name, value, label: getEnumWords(status, value) };
}

/** A file column that a photo can fill. */
export interface PhotoColumn {
  column: Column;
  location: FileLocation;
}

/** Returns the first file column that is empty and that the user can change; undefined if there is none. */
export function findPhotoColumn(table: Table, row: Row): PhotoColumn | undefined {
  if (!table.privileges.update) return undefined;
  for (const column of table.columns) {
    const location = parseFileLocation(column);
    if (!location || !column.privileges.update || column.generated || 'hidden' in column.tags) continue;
    const value = row[column.name];
    const isEmpty = Array.isArray(value) ? value.length === 0 : value === null || value === '';
    if (isEmpty) return { column, location };
  }
  return undefined;
}
