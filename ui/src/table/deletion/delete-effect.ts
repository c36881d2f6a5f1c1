import type { RelatedTable } from '@/data/relations/related.utils';
import { toPlural } from '@/data/titles/name-words';
import { findRowNoun, getLowerCaseTitle } from '@/data/titles/row-titles';
import { formatPlural } from '@/lib/text/format';
import { tableMessages } from '@/table/table-messages';

const messages = tableMessages.references;

/** The effect of a delete on the rows that refer to the deleted row: 'cleared' sets their columns to NULL or the default. */
export type DeleteEffect = 'prevented' | 'deleted' | 'cleared' | 'unknown';

/** Returns the effect that the foreign key's ON DELETE action has. */
export function getDeleteEffect({ key }: RelatedTable): DeleteEffect {
  switch (key.onDelete) {
    case 'cascade':
      return 'deleted';
    case 'set null':
    case 'set default':
      return 'cleared';
    case 'no action':
    case 'restrict':
      return 'prevented';
    default:
      return 'unknown';
  }
}

/**
 * Returns the number of related rows with their noun: '3 order items', or '3 rows of Lines' if the singular of the
 * table's title can't be derived.
 */
export function formatReferenceCount({ table }: RelatedTable, count: number): string {
  const noun = findRowNoun(table);
  if (noun === undefined) return messages.rowsOf(count, table.title);
  // The table's own name is the plural that its owner uses.
  const plural = getLowerCaseTitle(table);
  return formatPlural(count, noun, plural === noun ? toPlural(noun) : plural);
}

/**
 * Returns the end of a sentence that begins with the number of related rows, e.g. 'are also deleted.': the effect of
 * the delete on these `count` rows.
 */
export function describeDeleteEffect(related: RelatedTable, count: number): string {
  const columns = related.key.columns.map(
    (name) => related.table.columns.find((column) => column.name === name)?.title ?? name,
  );
  switch (getDeleteEffect(related)) {
    case 'deleted':
      return messages.deleted(count);
    case 'cleared':
      return (related.key.onDelete === 'set null' ? messages.setNull : messages.setDefault)(count, columns);
    case 'prevented':
      return messages.prevents(count, columns);
    case 'unknown':
      return messages.unknown(count, columns);
  }
}
