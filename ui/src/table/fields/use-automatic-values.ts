import { useQuery } from '@tanstack/react-query';
import { findAccountColumn, findAccountTable } from '@/data/relations/account-table';
import { type Relation, referenceQuery } from '@/data/relations/references';
import { enterUser } from '@/data/rows/enter-user';
import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { Column, Table } from '@/lib/api.gen';
import { useSchema, useUser } from '@/lib/auth/session';
import { useOnlyChoices } from './use-only-choices';

/** Returns the values of new records for columns that the user has not filled: the user, and references with only one choice. */
export function useAutomaticValues(
  table: Table,
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
): EnteredFields {
  const schema = useSchema();
  const { id } = useUser();
  const choices = useOnlyChoices(table, columns, relations);
  // A table that probably describes the accounts must have a row of the user.
  const accounts = findAccountTable(schema);
  const key = (accounts && findAccountColumn(accounts)) ?? '';
  const own = useQuery({
    ...referenceQuery(accounts ?? table, [{ column: key, value: id }]),
    enabled: accounts !== undefined && Object.keys(enterUser(schema, table, columns, id)).length > 0,
  });
  const entered = accounts && !own.data ? columns.filter(({ owner }) => owner) : columns;
  return { ...choices, ...enterUser(schema, table, entered, id) };
}
