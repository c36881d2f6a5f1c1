import type { Row } from '@/data/rows/row';
import { findDoneRule } from '@/data/values/formats/due-dates';
import { getEnumLabel } from '@/data/values/formats/enum-labels';
import type { Table } from '@/lib/api.gen';

/** The change that finishes a row. */
export interface Completion {
  column: string;
  value: string | boolean;
  /** The label of the value; undefined for a boolean. */
  label: string | undefined;
}

/** Values with which a row is finished, but not done. */
const abandoned = /^(cancell?ed|rejected|archived|refunded|returned|void(ed)?)$/i;

/** Returns the change that finishes a row with one tap; undefined if the user can't make it, or a status can't follow. */
export function findCompletion(table: Table, row: Row): Completion | undefined {
  const { status, doneValues } = findDoneRule(table);
  if (!status || !table.privileges.update || !status.privileges.update) return undefined;
  const current = row[status.name];
  if (status.kind === 'boolean') {
    return current === true ? undefined : { column: status.name, value: true, label: undefined };
  }
  if (typeof current !== 'string' || doneValues.includes(current)) return undefined;
  const next = status.transitions?.[current];
  const value = doneValues.find(
    (each) => !abandoned.test(each) && (!status.transitions || (next ?? []).includes(each)),
  );
  return value === undefined ? undefined : { column: status.name, value, label: getEnumLabel(status, value) };
}
