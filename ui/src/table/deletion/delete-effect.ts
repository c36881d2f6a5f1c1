import type { RelatedTable } from '@/data/relations/related.utils';
import { rowNoun } from '@/data/values/value.utils';
import { formatPlural } from '@/lib/format';

/** What becomes of rows whose record is deleted. */
export type DeleteEffect = 'kept' | 'deleted' | 'emptied' | 'unknown';

export function deleteEffectOf({ key }: RelatedTable): DeleteEffect {
  switch (key.onDelete) {
    case 'cascade':
      return 'deleted';
    case 'set null':
    case 'set default':
      return 'emptied';
    case 'no action':
    case 'restrict':
      return 'kept';
    default:
      return 'unknown';
  }
}

/** '3 order items', or '3 in Order items' where the table's title can't be told by rule from one of its rows. */
export function formatReferenceCount({ table }: RelatedTable, count: number): string {
  const noun = rowNoun(table);
  if (noun === undefined) return `${formatPlural(count, 'row')} of ${table.title}`;
  // The table's own name is the plural that its owner uses.
  const many = table.name.replaceAll('_', ' ');
  return formatPlural(count, noun, many === noun ? `${noun}s` : many);
}

/** What becomes of so many rows, after their count: 'are deleted too'. */
export function describeDeleteEffect(related: RelatedTable, count: number): string {
  const one = count === 1;
  const columns = related.key.columns
    .map((name) => related.table.columns.find((column) => column.name === name)?.title ?? name)
    .join(', ');
  switch (deleteEffectOf(related)) {
    case 'deleted':
      return one ? 'is deleted too' : 'are deleted too';
    case 'emptied': {
      const value = related.key.onDelete === 'set null' ? 'NULL' : 'its default';
      return `${one ? 'stays' : 'stay'}, with ${value} as ${columns}`;
    }
    case 'kept':
      return `${one ? 'refers' : 'refer'} to this by ${columns}, so the database will refuse`;
    case 'unknown':
      return `${one ? 'refers' : 'refer'} to this by ${columns}; what becomes of that isn’t known here`;
  }
}
