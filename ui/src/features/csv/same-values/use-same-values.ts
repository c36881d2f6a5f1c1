import { useState } from 'react';
import { createRecordTimes, type EnteredFields } from '@/data/rows/record-form.utils';
import { checkEnteredValue, type EnteredValue, isRequired } from '@/data/values/checks/check-value';
import { formatWireValue } from '@/data/values/value.utils';
import { isInsertable } from '@/data/writes/batches/guards.utils';
import type { Column, Table } from '@/lib/api.gen';
import { getOwnValue } from '@/lib/own-value';
import { useAutomaticValues } from '@/table/fields/use-automatic-values';
import { useRelations } from '@/table/use-relations';
import type { ImportPlan } from '../csv.types';

/** The columns that get the same value in all rows of an import. */
export interface SameValues {
  /** The columns that can get one: those that the file does not fill. */
  columns: readonly Column[];
  /** The input, with the automatic values. An input without a value is undefined. */
  entered: EnteredFields;
  /** The JSON of the valid values, by the column's name. */
  json: Readonly<Record<string, string>>;
  /** The problems of the other values, by the column's name. */
  problems: Readonly<Record<string, string>>;
}

/**
 * Returns the columns of a table that can get the same value in all rows of an import, and their values. As in the form of a new
 * record, they start with the automatic values, and required lists are empty. If existing rows are updated, automatic values are
 * only in the columns of the key, and lists have no value: the import would replace those of the rows, such as their author.
 */
export function useSameValues(table: Table, plan: ImportPlan): SameValues {
  const isUpsert = plan.keyColumns.length > 0;
  const relations = useRelations(table);
  const columns = listSameValueColumns(table, plan);
  const automatic = useAutomaticValues(table, columns, relations);
  const [times] = useState(() => createRecordTimes(table.columns));
  const initial = { ...times, ...automatic };
  const entered: Record<string, EnteredValue> = {};
  const json: Record<string, string> = {};
  const problems: Record<string, string> = {};
  for (const column of columns) {
    const { name } = column;
    const isInitial = Object.hasOwn(initial, name) && (!isUpsert || plan.keyColumns.includes(name));
    if (isInitial) entered[name] = initial[name];
    if (Object.hasOwn(plan.entered ?? {}, name)) entered[name] = getOwnValue(plan.entered ?? {}, name);
    const entry = entered[name] ?? (isRequired(column) && column.array && !isUpsert ? [] : undefined);
    if (entry === undefined || entry === '') continue;
    const checked = checkEnteredValue(column, entry);
    if ('problem' in checked) problems[name] = checked.problem;
    else if (checked.value !== null) json[name] = formatWireValue(column, checked.value);
  }
  return { columns, entered, json, problems };
}

/**
 * Returns the columns that the file does not fill and that can have the same value in several rows. Hidden columns only if they
 * need a value.
 */
function listSameValueColumns(table: Table, { mappings }: ImportPlan): Column[] {
  const mapped = new Set(mappings.map(({ column }) => column));
  const unique = [table.primaryKey, ...table.uniqueKeys].filter((key) => key.length === 1).flat();
  return table.columns.filter(
    (column) =>
      isInsertable(column) &&
      !mapped.has(column.name) &&
      !unique.includes(column.name) &&
      (!('hidden' in column.tags) || isRequired(column)),
  );
}
