import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { offerColumns } from '@/data/actions/arguments/action-body';
import { matchOffer } from '@/data/actions/offers/offers';
import { listIdentifyingColumns } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { rowAccess } from '@/data/writes/batches/row-access';
import { type BulkScope, createBulkSource } from '@/data/writes/bulk/bulk-source';
import type { ActionOffer, Table } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { createId } from '@/lib/text/create-id';

/** Maximum number of rows of a run. */
export const maxRunRows = 50_000;

export interface ScopeRows {
  /** The rows to which the action applies. */
  rows: readonly Row[];
  /** The number of rows that do not match the conditions of the action. */
  skippedCount: number;
  /** The number of selected rows that do not exist anymore. */
  missingCount: number;
  /** Whether there are more than `maxRunRows`; then no row is read completely. */
  isTooLarge: boolean;
}

/**
 * Reads the rows of a scope as they are now, with the columns that the action needs. The result is the exact list that
 * the user confirms: later matches are not added.
 */
export function useScopeRows(table: Table, offer: ActionOffer, scope: BulkScope) {
  const { maxRows } = useWorkspace().limits;
  const [id] = useState(createId);
  const [readCount, setReadCount] = useState(0);
  const query = useQuery({
    // Not below rowKeys.table: a change of the table must not replace the rows that the user confirms, and a run over
    // many rows must not read them again.
    queryKey: ['action-rows', id],
    queryFn: async ({ signal }): Promise<ScopeRows> => {
      const columns = listIdentifyingColumns(table, offerColumns(table, offer));
      const source = createBulkSource(scope, {
        table,
        access: rowAccess,
        columns,
        changedColumns: [],
        maxRows,
      });
      const rows: Row[] = [];
      let [skippedCount, missingCount] = [0, 0];
      for (let page = await source.next(); page && !signal.aborted; page = await source.next()) {
        const matching = page.rows.filter((row) => matchOffer(table, offer, row) !== false);
        skippedCount += page.rows.length - matching.length;
        missingCount += page.lostRows.length;
        rows.push(...matching);
        setReadCount(rows.length);
        if (rows.length > maxRunRows) return { rows: [], skippedCount, missingCount, isTooLarge: true };
      }
      return { rows, skippedCount, missingCount, isTooLarge: false };
    },
    // Read once: the rows must not change after the user has seen their count.
    ...{ staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
  return { ...query, readCount };
}
