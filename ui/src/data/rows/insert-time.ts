import { toSnakeCase } from '@/data/titles/name-words';
import type { Column } from '@/lib/api.gen';

const insertTimeName =
  /^(created|inserted|added|placed|submitted|posted|recorded|logged)(_?(at|on|date|time))?$/i;

/** Returns the column with the time at which a row was inserted, by its name. */
export function findInsertTime(columns: readonly Column[]): Column | undefined {
  return columns.find(
    ({ name, kind, array, privileges }) =>
      kind.startsWith('timestamp') && !array && privileges.select && insertTimeName.test(toSnakeCase(name)),
  );
}
