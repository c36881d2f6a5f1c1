import type { Table } from '@/lib/api.gen';

/** Whether the name of a table says that its rows are people, who are shown with their initials. */
export function isPeopleTable(table: Table): boolean {
  return /(^|_)(people|persons?|profiles?|users?|members?|employees?|staff|accounts|authors?)$/i.test(
    table.name,
  );
}
