import type { Table } from '@/lib/api.gen';

/** Maximum size of a table whose lanes and groups are counted exactly. In a larger table each count reads too many rows. */
const maxCountedRows = 200_000;

/** Whether the rows of a lane, group or calendar of the table are counted exactly; otherwise the planner estimates them. */
export function canCountExactly(table: Table): boolean {
  return (table.estimatedRows ?? 0) <= maxCountedRows;
}
