import { useQuery } from '@tanstack/react-query';
import { findOffers } from '@/data/actions/offers/offers';
import { recordQuery } from '@/data/rows/record-query';
import type { Row } from '@/data/rows/row';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Schema, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';

export interface OfferRow {
  /** The row with all readable columns as soon as they are read; before, the row as the view loaded it. */
  row: Row;
  /** Whether columns that decide which actions the row offers are being read. */
  isLoading: boolean;
}

/**
 * Returns a row with the columns that decide which actions it offers. Reads them if the view has not loaded them, but
 * only if `isShown`: while a menu shows the actions.
 */
export function useOfferRow(table: Table, row: Row, isShown: boolean): OfferRow {
  const schema = useSchema();
  const key = getRowKey(table, row);
  const isIncomplete = isShown && key !== undefined && hasMissingColumn(schema, table, row);
  const { data, isPending } = useQuery({ ...recordQuery(table, key ?? []), enabled: isIncomplete });
  return { row: (isIncomplete && data) || row, isLoading: isIncomplete && isPending };
}

/** Whether a view has not loaded a column on which the offer of an action depends. */
function hasMissingColumn(schema: Schema, table: Table, row: Row): boolean {
  const readable = new Set(
    table.columns.filter(({ privileges }) => privileges.select).map(({ name }) => name),
  );
  return findOffers(schema, table, 'row').some(({ offer }) =>
    offer.conditions.some(({ column }) => readable.has(column) && !Object.hasOwn(row, column)),
  );
}
