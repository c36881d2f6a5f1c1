import type { Row } from '@/data/rows/row';
import type { Action, ActionOffer, OfferScope, Schema, Table } from '@/lib/api.gen';
import { type Match, matchRow } from './match-row';

/** An action with the place that offers it. */
export interface OfferedAction {
  action: Action;
  offer: ActionOffer;
}

/** Returns the actions that the sidebar, the palette and the list of actions show. */
export function listVisibleActions({ actions }: Schema): readonly Action[] {
  return actions.filter(({ hidden }) => !hidden);
}

/** Returns the action with an id; undefined if the user can't run it. */
export function findAction({ actions }: Schema, id: string): Action | undefined {
  return actions.find((action) => action.id === id);
}

/** Returns the actions that a table offers in a scope. */
export function findOffers(schema: Schema, table: Table, scope: OfferScope): readonly OfferedAction[] {
  return listVisibleActions(schema).flatMap((action) =>
    action.unavailable !== ''
      ? []
      : action.offers
          .filter(
            (offer) => offer.scope === scope && offer.schema === table.schema && offer.table === table.name,
          )
          .map((offer) => ({ action, offer })),
  );
}

/** Whether an offer applies to a row; undefined if the row lacks a column that decides it. */
export function matchOffer(table: Table, offer: ActionOffer, row: Row): Match {
  return matchRow(table, offer.conditions, row);
}
