import { skipToken, useQuery } from '@tanstack/react-query';
import { useSchema } from '@/lib/session';
import { referenceQuery, referredKey } from '../../../api/relations/references';
import { type Related, relatedColumns, relatedTitle } from '../../../api/relations/related.utils';
import type { Row } from '../../../api/row';

/** What a related row is called in words: by what it refers to where that names it. */
export function useRowTitle(related: Related, row: Row): string {
  const schema = useSchema();
  const { named } = relatedColumns(schema, related);
  const refKey = named && referredKey(named, row);
  const query = referenceQuery(named?.target ?? related.table, refKey ?? []);
  const { data } = useQuery({ ...query, queryFn: refKey ? query.queryFn : skipToken });
  if (data) return data.title;
  return refKey ? refKey.map(({ value }) => value).join(', ') : relatedTitle(related, row);
}
