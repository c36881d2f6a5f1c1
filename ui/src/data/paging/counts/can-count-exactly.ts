import type { Table } from '@/lib/api.gen';

/** Maximum size of a table whose lanes and groups are counted exactly. In a larger table each count reads too many rows. */
const maxCountedRows = 200_000;

/** Maximum estimate after which the number of rows is counted exactly. More rows are counted when the user asks for it. */
const maxAutomaticCount = 50_000;

/**
 * Whether rows are counted exactly after PostgREST has estimated their number. The planner does not know how many rows the
 * policies hide, and can estimate a third of the rows. An estimate of at most `maxRows`, the largest response, is exact.
 */
export function needsExactCount(estimate: number, maxRows: number): boolean {
  return estimate > maxRows && estimate <= maxAutomaticCount;
}

/** Whether the rows of a lane, group or calendar of the table are counted exactly; otherwise the planner estimates them. */
export function canCountExactly(table: Table): boolean {
  return (table.estimatedRows ?? 0) <= maxCountedRows;
}
