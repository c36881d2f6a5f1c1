import { useQuery } from '@tanstack/react-query';
import { type Relation, referenceQuery } from '@/data/relations/references';

/** The title of the row that a foreign key of one column references; its key until the title is loaded. */
export function ReferenceTitle({ relation, value }: { relation: Relation; value: string }) {
  const column = relation.key.refColumns[0] ?? '';
  const { data } = useQuery({
    ...referenceQuery(relation.target, [{ column, value }]),
    enabled: value !== '',
  });
  return <span dir="auto">{data?.title ?? value}</span>;
}
