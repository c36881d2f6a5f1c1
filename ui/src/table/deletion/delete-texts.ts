import type { RelatedTable } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import type { Rejection, WriteOutcome } from '@/data/writes/batches/row-write';
import { isRestorable } from '@/data/writes/edits/row-changes';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { isView } from '@/lib/is-view';
import { tableMessages } from '@/table/table-messages';

const messages = tableMessages.deletion;

/** A row that was not deleted. */
export interface FailedDelete {
  /** The row as it is stored now, as far as the server returned it. */
  row: Row;
  /** The row as the user saw it. */
  seenRow: Row;
  outcome: Rejection;
}

/** Returns the rows of which the database rejected the delete. `outcomes` are in the order of `rows`. */
export function listFailedDeletes(rows: readonly Row[], outcomes: readonly WriteOutcome[]): FailedDelete[] {
  return rows.flatMap((seenRow, i) => {
    const outcome = outcomes[i];
    if (!outcome || outcome.kind === 'saved' || outcome.kind === 'queued') return [];
    const row = outcome.kind === 'conflict' ? { ...seenRow, ...outcome.theirs } : seenRow;
    return { row, seenRow, outcome };
  });
}

/** The texts about finished and queued deletes; undefined if there are none. */
export interface DeletedTexts {
  done: string | undefined;
  queued: string | undefined;
}

/** Describes how many rows were deleted and how many deletes are queued. */
export function describeDeleted(outcomes: readonly WriteOutcome[]): DeletedTexts {
  const countOutcomes = (kind: WriteOutcome['kind']) =>
    outcomes.filter((outcome) => outcome.kind === kind).length;
  const [done, queued, total] = [countOutcomes('saved'), countOutcomes('queued'), outcomes.length];
  return {
    done: done === 0 ? undefined : messages.done(done, total),
    queued: queued === 0 ? undefined : messages.pending(queued, total),
  };
}

/** Describes the effect of a delete in a table on the rows that refer to it, as sentences. Knows the tables that the role can see. */
export function describeTableConsequences(schema: Schema, table: Table): string[] {
  return describeConsequences((actions) => findReferringTables(schema, table, actions));
}

/** Describes the effect of a delete on the rows of some related tables, as sentences. */
export function describeRelatedConsequences(related: readonly RelatedTable[]): string[] {
  return describeConsequences((actions) =>
    related.filter(({ key }) => actions.includes(key.onDelete)).map(({ table }) => table),
  );
}

/**
 * Returns a sentence for each effect of a delete on other tables; `findTables` returns the tables whose foreign keys have the
 * actions.
 */
function describeConsequences(findTables: (actions: readonly string[]) => readonly Table[]): string[] {
  const effects: [actions: readonly string[], formatText: (tables: readonly string[]) => string][] = [
    [['cascade'], messages.cascades],
    [clearingActions, messages.clears],
    [['no action', 'restrict'], messages.prevents],
  ];
  return effects.flatMap(([actions, formatText]) => {
    const titles = listTitles(findTables(actions));
    return titles.length > 0 ? [formatText(titles)] : [];
  });
}

/** The ON DELETE actions that clear the reference. */
const clearingActions = ['set null', 'set default'];

/** Describes what undoing a delete of rows restores and what it does not restore, as sentences. */
export function describeUndo(schema: Schema, table: Table, rows: readonly Row[]): string {
  if (!table.privileges.insert) return messages.cannotUndo(schema.role);
  const count = rows.length;
  const jsonNulls = table.columns.filter((column) => rows.some((row) => isJsonNull(column, row)));
  if (jsonNulls.length > 0 && count === 1) return messages.cannotUndoJsonNull(listTitles(jsonNulls));
  const lost = table.columns.filter(
    (column) => !column.generated && !(column.privileges.select && isRestorable(column)),
  );
  const key = lost.find((column) => table.primaryKey.includes(column.name));
  const others = lost.filter((column) => column !== key).map(({ title }) => title);
  const changesRelated = findReferringTables(schema, table, ['cascade', ...clearingActions]).length > 0;
  return [
    messages.canUndo,
    changesRelated && messages.undoWithoutRelated(count),
    key && messages.undoWithNewKey(count),
    others.length > 0 && messages.undoWithout(others),
    jsonNulls.length > 0 && messages.undoWithoutJsonNull(listTitles(jsonNulls)),
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Whether a row has JSON null in a NOT NULL column. PostgREST writes it as NULL, so the row can't be inserted again. Values of
 * json columns are read as texts.
 */
function isJsonNull({ kind, array, nullable, name }: Column, row: Row): boolean {
  return kind === 'json' && !array && !nullable && row[name] === 'null';
}

/** Returns the titles of tables or columns without duplicates. */
export function listTitles(items: readonly Pick<Table | Column, 'title'>[]): string[] {
  return [...new Set(items.map(({ title }) => title))];
}

function findReferringTables(schema: Schema, table: Table, actions: readonly string[]): Table[] {
  return schema.tables.filter(
    (other) =>
      !isView(other) &&
      other.foreignKeys.some(
        (key) =>
          key.refSchema === table.schema && key.refTable === table.name && actions.includes(key.onDelete),
      ),
  );
}
