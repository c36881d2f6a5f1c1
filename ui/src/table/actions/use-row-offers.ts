import { useMemo } from 'react';
import { findOffers, matchOffer, type OfferedAction } from '@/data/actions/offers/offers';
import { openAction } from '@/data/actions/open-action';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';

export interface RowOffer extends OfferedAction {
  /** Whether the action is a next step of the row: it has conditions, and the row matches them. */
  isStep: boolean;
  /** Whether the row lacks a column that decides whether it offers the action. */
  isUndecided: boolean;
  run: () => void;
}

/** Returns a function that lists the actions on a row: its next steps, then those that are always possible. */
export function useRowOffers(table: Table): (row: Row) => readonly RowOffer[] {
  const schema = useSchema();
  const offers = useMemo(() => findOffers(schema, table, 'row'), [schema, table]);
  return (row) =>
    offers
      .filter(({ offer }) => matchOffer(table, offer, row) !== false)
      .map(({ action, offer }) => ({
        ...{ action, offer },
        isStep: offer.conditions.length > 0 && matchOffer(table, offer, row) === true,
        isUndecided: matchOffer(table, offer, row) === undefined,
        run: () => openAction({ action, subject: { kind: 'row', table, offer, row } }),
      }))
      .toSorted((a, b) => rank(a) - rank(b));
}

/** The order of the actions: steps that change the row's state, other steps, the rest, and dangerous actions last. */
function rank({ isStep, action }: RowOffer): number {
  if (action.danger) return 3;
  if (!isStep) return 2;
  return action.sets.length > 0 ? 0 : 1;
}
