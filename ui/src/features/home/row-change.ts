import type { QueryClient } from '@tanstack/react-query';
import type { Row, Value } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { patchRows } from '@/data/rows/rows-api';
import { getRowKey, guardFilters } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';

/** New values of columns, by name. */
export type RowChange = Record<string, Value>;

/** Changes a row if the columns still have the values of `row`. Returns the changed row; undefined if they have not. */
export async function writeRowChange(
  client: QueryClient,
  table: Table,
  row: Row,
  change: RowChange,
): Promise<Row | undefined> {
  if (!getRowKey(table, row)) return undefined;
  const [changed] = await patchRows(table, {
    filters: guardFilters(table, row, change),
    changes: change,
    maxAffected: 1,
  });
  void client.invalidateQueries({ queryKey: rowKeys.table(table) });
  return changed;
}
