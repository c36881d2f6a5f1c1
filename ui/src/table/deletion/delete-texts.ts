import type { RelatedTable } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { isRestorable } from '@/data/writes/edits/row-changes';
import type { Rejection, WriteOutcome } from '@/data/writes/edits/write-outcome';
import type { Schema, Table } from '@/lib/api.gen';
import { formatList, formatPlural } from '@/lib/format';

/** A row that was to be deleted and is still there. */
export interface FailedDelete {
  /** As it is now, as far as that is known. */
  row: Row;
  /** As it was when the person wanted it gone. */
  seen: Row;
  outcome: Rejection;
}

/** The rows that the database kept. */
export function failedDeletesOf(rows: readonly Row[], outcomes: readonly WriteOutcome[]): FailedDelete[] {
  return rows.flatMap((seen, i) => {
    const outcome = outcomes[i];
    if (!outcome || outcome.kind === 'saved' || outcome.kind === 'queued') return [];
    return { row: outcome.kind === 'conflict' ? { ...seen, ...outcome.theirs } : seen, seen, outcome };
  });
}

/** What is said of deletes that were taken, and of those that wait; undefined where there are none. */
export function describeDeleted(outcomes: readonly WriteOutcome[]): {
  done: string | undefined;
  waiting: string | undefined;
} {
  const count = (kind: WriteOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const [done, waiting] = [count('saved'), count('queued')];
  const them =
    outcomes.length === 1 ? 'It is' : `${formatPlural(waiting, 'row')} ${waiting === 1 ? 'is' : 'are'}`;
  return {
    done:
      done === 0 ? undefined : outcomes.length === 1 ? 'Deleted.' : `Deleted ${formatPlural(done, 'row')}.`,
    waiting: waiting === 0 ? undefined : `${them} deleted as soon as that can be sent.`,
  };
}

/** What deleting rows of a table does to the rows that refer to them, as sentences; as far as this role can see. */
export function describeTableConsequences(schema: Schema, table: Table): string[] {
  return describeConsequences((actions) => findReferringTables(schema, table, actions));
}

/** The same of some of the tables that refer to it. */
export function describeRelatedConsequences(related: readonly RelatedTable[]): string[] {
  return describeConsequences((actions) =>
    related.filter(({ key }) => actions.includes(key.onDelete)).map(({ table }) => table),
  );
}

function describeConsequences(referringBy: (actions: readonly string[]) => readonly Table[]): string[] {
  const by = (...actions: string[]) => titlesOf(referringBy(actions));
  const sentences: [titles: string[], sentence: (list: string) => string][] = [
    [by('cascade'), (list) => `What belongs to it goes too: ${list}.`],
    [by('set null', 'set default'), (list) => `References from ${list} are emptied.`],
    [by('no action', 'restrict'), (list) => `Rows of ${list} that refer to it keep it from being deleted.`],
  ];
  return sentences
    .filter(([titles]) => titles.length > 0)
    .map(([titles, sentence]) => sentence(formatList(titles)));
}

/** What undoing a delete brings back, and what it doesn't, as a sentence. */
export function describeUndo(schema: Schema, table: Table): string {
  if (!table.privileges.insert) return 'Your role may not add rows here, so this can’t be undone.';
  const lost = table.columns.filter(
    (column) => !column.generated && !(column.privileges.select && isRestorable(column)),
  );
  const key = lost.find((column) => table.primaryKey.includes(column.name));
  const others = lost.filter((column) => column !== key).map(({ title }) => title);
  const takesMore = findReferringTables(schema, table, ['cascade', 'set null', 'set default']).length > 0;
  return [
    'You can undo this',
    takesMore && ', but undo brings back the row alone',
    key && ', under a new key',
    others.length > 0 && `, without ${formatList(others)}, which your role can’t set`,
    '.',
  ]
    .filter((part) => part !== false && part !== undefined)
    .join('');
}

/** The titles of tables, each once. */
export function titlesOf(tables: readonly Table[]): string[] {
  return [...new Set(tables.map(({ title }) => title))];
}

function findReferringTables(schema: Schema, table: Table, actions: readonly string[]): Table[] {
  return schema.tables.filter((other) =>
    other.foreignKeys.some(
      (key) =>
        key.refSchema === table.schema && key.refTable === table.name && actions.includes(key.onDelete),
    ),
  );
}
