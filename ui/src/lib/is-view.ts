import type { Table } from './api.gen';

/** Whether a table is a view or a materialized view, whose rows are those of other tables. */
export function isView({ kind }: Table): boolean {
  return kind.endsWith('view');
}
