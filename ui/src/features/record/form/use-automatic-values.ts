import type { Relation } from '@/data/relations/references';
import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { Column } from '@/lib/api.gen';
import { useUser } from '@/lib/auth/session';
import { createOwnerEntries } from './owner-entries';
import { useOnlyChoices } from './use-only-choices';

/** Returns the values of a new record for columns without input: the user, and references that have only one choice. */
export function useAutomaticValues(
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
): EnteredFields {
  const { id } = useUser();
  const choices = useOnlyChoices(columns, relations);
  return { ...choices, ...createOwnerEntries(columns, id) };
}
