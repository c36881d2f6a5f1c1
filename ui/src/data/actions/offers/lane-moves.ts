import type { Row } from '@/data/rows/row';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { findOffers, matchOffer, type OfferedAction } from './offers';

/**
 * Returns whether a row can move to the value of a lane: by a transition that the owner declares, or by an action that
 * sets it. Always true if the owner declares no transitions.
 */
export function canReachLane(
  schema: Schema,
  table: Table,
  column: Column,
  row: Row,
  value: string | null,
): boolean {
  const current = row[column.name] ?? null;
  if (!column.transitions || current === value || typeof current !== 'string') return true;
  const isTransition = value !== null && (column.transitions[current] ?? []).includes(value);
  return isTransition || findLaneAction(schema, table, column, row, value) !== undefined;
}

/** Returns the action that moves a row to the value of a lane, if no declared transition leads there. */
export function findLaneAction(
  schema: Schema,
  table: Table,
  column: Column,
  row: Row,
  value: string | null,
): OfferedAction | undefined {
  const current = row[column.name];
  if (!column.transitions || typeof current !== 'string' || value === null) return undefined;
  if ((column.transitions[current] ?? []).includes(value)) return undefined;
  return findOffers(schema, table, 'row').find(
    ({ action, offer }) =>
      action.sets.some((set) => set.column === column.name && set.value === value) &&
      matchOffer(table, offer, row) !== false,
  );
}
