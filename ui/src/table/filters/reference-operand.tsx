import { useCallback } from 'react';
import { Combobox } from '@/components/fields/combobox/combobox';
import type { UserVariable } from '@/data/query/user-variables';
import type { Relation } from '@/data/relations/references';
import { useUser } from '@/lib/auth/session';
import { useReferenceSearch } from '@/table/cells/references/use-reference-search';
import { tableMessages } from '@/table/table-messages';
import { ReferenceTitle } from './reference-title';

const messages = tableMessages.filters;

export interface ReferenceOperandProps {
  relation: Relation;
  value: string;
  /** The variable of the current user, if the referenced rows are users. */
  self: UserVariable | undefined;
  onChange: (value: string) => void;
}

/** Selects a referenced row as the operand of a filter; for users also the current user ('Me'). */
export function ReferenceOperand({ relation, value, self, onChange }: ReferenceOperandProps) {
  const user = useUser();
  const search = useReferenceSearch(relation);
  const name = user.name || user.email;
  const searchWithMe = useCallback(
    async (text: string, signal: AbortSignal) => {
      const options = await search(text, signal);
      const matchesMe = [messages.meOption, name].join(' ').toLowerCase().includes(text.trim().toLowerCase());
      return self && matchesMe
        ? [{ value: self, label: messages.meOption, detail: name }, ...options]
        : options;
    },
    [search, self, name],
  );
  return (
    <Combobox
      aria-label={relation.target.title}
      value={value === '' ? null : value}
      valueLabel={value === self ? messages.meOption : <ReferenceTitle relation={relation} value={value} />}
      search={searchWithMe}
      searchLabel={tableMessages.editors.search(relation.target.title)}
      onValueChange={(next) => onChange(next ?? '')}
    />
  );
}
