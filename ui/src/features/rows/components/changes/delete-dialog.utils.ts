import type { Schema, Table } from '@/lib/api.gen';
import { listed } from '@/lib/format';
import { isRestorable } from '../../api/changes/changes.utils';

/** What deleting rows of a table does to the rows that refer to them, as sentences; as far as this role can see. */
export function consequences(schema: Schema, table: Table): string[] {
  const by = (...actions: string[]) => referring(schema, table, actions).map((other) => other.title);
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
    'You can undo this until you reload the page',
    takesMore && ', but undo brings back the row alone',
    key && ', under a new key',
    others.length > 0 && `, without ${listed(others)}, which your role can’t set`,
    '.',
  ]
    .filter((part) => part !== false && part !== undefined)
    .join('');
}

function referring(schema: Schema, table: Table, actions: readonly string[]): Table[] {
  return schema.tables.filter((other) =>
    other.foreignKeys.some(
      (key) =>
        key.refSchema === table.schema && key.refTable === table.name && actions.includes(key.onDelete),
    ),
  );
}
