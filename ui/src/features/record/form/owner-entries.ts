import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { Column } from '@/lib/api.gen';

/** Returns the user's id for the columns of a new record that must contain it, because a policy requires it. */
export function createOwnerEntries(columns: readonly Column[], userId: string): EnteredFields {
  const owners = columns.filter(({ owner }) => owner);
  return Object.fromEntries(owners.map(({ name }) => [name, userId]));
}
