import type { Schema, Table } from '@/lib/api.gen';

/** What deleting rows of a table does to the rows that refer to them, as sentences; as far as this role can see. */
export function consequences(schema: Schema, table: Table): string[] {
  const by = (...actions: string[]) =>
    schema.tables
      .filter((other) =>
        other.foreignKeys.some(
          (key) =>
            key.refSchema === table.schema && key.refTable === table.name && actions.includes(key.onDelete),
        ),
      )
      .map((other) => other.title);
  const sentences: [titles: string[], sentence: (list: string) => string][] = [
    [by('cascade'), (list) => `What belongs to it goes too: ${list}.`],
    [by('set null', 'set default'), (list) => `References from ${list} are emptied.`],
    [by('no action', 'restrict'), (list) => `Rows of ${list} that refer to it keep it from being deleted.`],
  ];
  return sentences
    .filter(([titles]) => titles.length > 0)
    .map(([titles, sentence]) => sentence(listed(titles)));
}

function listed(titles: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(titles);
}
