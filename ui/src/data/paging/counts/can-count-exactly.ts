import type { Table } from '@/lib/api.gen';

/** Maximum size of a table whose lanes and groups are counted exactly. In a larger table each count reads too many rows. */
const maxCountedRows = 200_000;

/** Maximum estimate after which the number of rows is counted exactly. More rows are counted when the user asks for it. */
const maxAutomaticCount = 50_000;

/** Whether rows with this estimate are few enough to be counted exactly without a request of the user, and again after changes. */
export function canCountAutomatically(estimate: number): boolean {
  return estimate <= maxAutomaticCount;
}

/**
 * Whether an estimate must be replaced by an exact count: above `maxRows`, the largest response, up to which PostgREST counts
 * exactly, if the rows can be counted automatically. If policies hide rows, the estimate can be a third of the real number.
 */
export function needsExactCount(estimate: number, maxRows: number): boolean {
  return estimate > maxRows && canCountAutomatically(estimate);
}

/** Whether the rows of a lane, group or calendar of the table are counted exactly; otherwise the planner estimates them. */
export function canCountExactly(table: Table): boolean {
  return (table.estimatedRows ?? 0) <= maxCountedRows;
}
