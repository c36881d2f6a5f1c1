import type { Table } from '@/lib/api.gen';

/** Whether the rows of a table are people, by its name. The app shows them as avatars. */
export function isPeopleTable(table: Table): boolean {
  return /(^|_)(people|persons?|profiles?|users?|members?|employees?|staff|accounts|authors?)$/i.test(
    table.name,
  );
}
