import type { Relation } from '@/data/relations/references';
import { enterUser } from '@/data/rows/enter-user';
import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { Column } from '@/lib/api.gen';
import { useSchema, useUser } from '@/lib/auth/session';
import { useTable } from '@/table/table-context';
import { useOnlyChoices } from './use-only-choices';

/** Returns the values of a new record for columns without input: the user, and references that have only one choice. */
export function useAutomaticValues(
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
): EnteredFields {
  const { table } = useTable();
  const schema = useSchema();
  const { id } = useUser();
  const choices = useOnlyChoices(columns, relations);
  return { ...choices, ...enterUser(schema, table, columns, id) };
}
