import { skipToken, useQuery } from '@tanstack/react-query';
import { getReferencedKey, referenceQuery } from '@/data/relations/references';
import { formatRelatedTitle, listRelatedColumns, type RelatedTable } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { useSchema } from '@/lib/auth/session';

/** Returns the name of a related row: the title of the record that names it, or its own title. */
export function useRowTitle(related: RelatedTable, row: Row): string {
  const schema = useSchema();
  const { named } = listRelatedColumns(schema, related);
  const refKey = named && getReferencedKey(named, row);
  const query = referenceQuery(named?.target ?? related.table, refKey ?? []);
  const { data } = useQuery({ ...query, queryFn: refKey ? query.queryFn : skipToken });
  if (data) return data.title;
  return refKey ? refKey.map(({ value }) => value).join(', ') : formatRelatedTitle(related, row);
}
