import type { Related } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { isRestorable } from '@/data/writes/edits/changes.utils';
import type { Outcome, Refusal } from '@/data/writes/edits/updates';
import type { Schema, Table } from '@/lib/api.gen';
import { listed, plural } from '@/lib/format';

/** A row that was to be deleted and is still there. */
export interface Undeleted {
  /** As it is now, as far as that is known. */
  row: Row;
  /** As it was when the person wanted it gone. */
  seen: Row;
  outcome: Refusal;
}

/** The rows that the database kept. */
export function undeletedOf(rows: readonly Row[], outcomes: readonly Outcome[]): Undeleted[] {
  return rows.flatMap((seen, i) => {
    const outcome = outcomes[i];
    if (!outcome || outcome.kind === 'saved' || outcome.kind === 'waiting') return [];
    return { row: outcome.kind === 'conflict' ? { ...seen, ...outcome.theirs } : seen, seen, outcome };
  });
}

/** What is said of deletes that were taken, and of those that wait; undefined where there are none. */
export function deletedInWords(outcomes: readonly Outcome[]): {
  done: string | undefined;
  waiting: string | undefined;
} {
  const count = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const [done, waiting] = [count('saved'), count('waiting')];
  const them = outcomes.length === 1 ? 'It is' : `${plural(waiting, 'row')} ${waiting === 1 ? 'is' : 'are'}`;
  return {
    done: done === 0 ? undefined : outcomes.length === 1 ? 'Deleted.' : `Deleted ${plural(done, 'row')}.`,
    waiting: waiting === 0 ? undefined : `${them} deleted as soon as that can be sent.`,
  };
}

/** What deleting rows of a table does to the rows that refer to them, as sentences; as far as this role can see. */
export function consequences(schema: Schema, table: Table): string[] {
  return consequencesBy((actions) => referring(schema, table, actions));
}

/** The same of some of the tables that refer to it. */
export function consequencesOf(related: readonly Related[]): string[] {
  return consequencesBy((actions) =>
    related.filter(({ key }) => actions.includes(key.onDelete)).map(({ table }) => table),
  );
}

function consequencesBy(referringBy: (actions: readonly string[]) => readonly Table[]): string[] {
  const by = (...actions: string[]) => titlesOf(referringBy(actions));
  const sentences: [titles: string[], sentence: (list: string) => string][] = [
    [by('cascade'), (list) => `What belongs to it goes too: ${list}.`],
    [by('set null', 'set default'), (list) => `References from ${list} are emptied.`],
    [by('no action', 'restrict'), (list) => `Rows of ${list} that refer to it keep it from being deleted.`],
  ];
  return sentences
    .filter(([titles]) => titles.length > 0)
    .map(([titles, sentence]) => sentence(listed(titles)));
}

/** What undoing a delete brings back, and what it doesn't, as a sentence. */
export function undoPromise(schema: Schema, table: Table): string {
  if (!table.privileges.insert) return 'Your role may not add rows here, so this can’t be undone.';
  const lost = table.columns.filter(
    (column) => !column.generated && !(column.privileges.select && isRestorable(column)),
  );
  const key = lost.find((column) => table.primaryKey.includes(column.name));
  const others = lost.filter((column) => column !== key).map(({ title }) => title);
  const takesMore = referring(schema, table, ['cascade', 'set null', 'set default']).length > 0;
  return [
    'You can undo this',
    takesMore && ', but undo brings back the row alone',
    key && ', under a new key',
    others.length > 0 && `, without ${listed(others)}, which your role can’t set`,
    '.',
  ]
    .filter((part) => part !== false && part !== undefined)
    .join('');
}

/** The titles of tables, each once. */
export function titlesOf(tables: readonly Table[]): string[] {
  return [...new Set(tables.map(({ title }) => title))];
}

function referring(schema: Schema, table: Table, actions: readonly string[]): Table[] {
  return schema.tables.filter((other) =>
    other.foreignKeys.some(
      (key) =>
        key.refSchema === table.schema && key.refTable === table.name && actions.includes(key.onDelete),
    ),
  );
}
