import { Select } from '@/components/fields/select';
import type { ColumnMapping, TableAccess } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { type FindReferenceTarget, listLookups } from './reference-lookup.utils';

const messages = csvMessages.mapping;

export interface LookupColumnSelectProps {
  mapping: ColumnMapping;
  access: TableAccess;
  findTarget: FindReferenceTarget;
  onChange: (mapping: ColumnMapping) => void;
}

/** For a mapped reference: selects the column of the other table whose values the file contains. */
export function LookupColumnSelect({ mapping, access, findTarget, onChange }: LookupColumnSelectProps) {
  const target = findTarget(mapping.column);
  const key = target?.key.refColumns[0];
  if (!target || key === undefined) return null;
  const lookups = listLookups(target, access);
  if (lookups.length === 0) return null;
  const keyTitle = target.table.columns.find(({ name }) => name === key)?.title ?? key;
  const { sourceIndex, column } = mapping;
  return (
    <Select
      aria-label={messages.lookupColumn(target.table.title)}
      value={mapping.lookupColumn ?? key}
      options={[
        { value: key, label: messages.lookUpBy(keyTitle) },
        ...lookups.map(({ name, title }) => ({ value: name, label: messages.lookUpBy(title) })),
      ]}
      onValueChange={(lookupColumn) =>
        onChange(lookupColumn === key ? { sourceIndex, column } : { sourceIndex, column, lookupColumn })
      }
    />
  );
}
