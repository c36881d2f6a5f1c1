import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Combobox } from '@/components/fields/combobox';
import type { UserVariable } from '@/data/query/user-variables';
import { type Relation, referenceQuery } from '@/data/relations/references';
import { useUser } from '@/lib/session';
import { useReferenceSearch } from '@/table/cells/references/use-reference-search';

export interface ReferenceOperandProps {
  relation: Relation;
  value: string;
  /** What stands for whoever looks, where the rows are people. */
  self: UserVariable | undefined;
  onChange: (value: string) => void;
}

/** A row of the table that a foreign key leads to; or, among people, whoever looks. */
export function ReferenceOperand({ relation, value, self, onChange }: ReferenceOperandProps) {
  const user = useUser();
  const search = useReferenceSearch(relation, false);
  const name = user.name || user.email;
  const searchWithMe = useCallback(
    async (text: string, signal: AbortSignal) => {
      const found = await search(text, signal);
      const asks = `me ${name}`.toLowerCase().includes(text.trim().toLowerCase());
      return self && asks ? [{ value: self, label: 'Me', detail: name }, ...found] : found;
    },
    [search, self, name],
  );
  return (
    <Combobox
      aria-label={relation.target.title}
      value={value === '' ? null : value}
      valueLabel={value === self ? 'Me' : <ReferenceTitle relation={relation} value={value} />}
      search={searchWithMe}
      searchLabel={`Search ${relation.target.title}`}
      onValueChange={(next) => onChange(next ?? '')}
    />
  );
}

/** The title of the row that a foreign key of one column names; its key until it is known. */
export function ReferenceTitle({ relation, value }: { relation: Relation; value: string }) {
  const column = relation.key.refColumns[0] ?? '';
  const { data } = useQuery({
    ...referenceQuery(relation.target, [{ column, value }]),
    enabled: value !== '',
  });
  return <span dir="auto">{data?.title ?? value}</span>;
}
