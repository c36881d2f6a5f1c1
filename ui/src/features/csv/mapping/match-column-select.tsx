import { Select } from '@/components/fields/select';
import type { ColumnMapping, TableAccess } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { type FindReferenceTarget, listMatchColumns } from './referenced-keys.utils';

const messages = csvMessages.mapping;

export interface MatchColumnSelectProps {
  mapping: ColumnMapping;
  access: TableAccess;
  findTarget: FindReferenceTarget;
  onChange: (mapping: ColumnMapping) => void;
}

/** For a mapped reference: selects the column of the other table whose values the file contains. */
export function MatchColumnSelect({ mapping, access, findTarget, onChange }: MatchColumnSelectProps) {
  const target = findTarget(mapping.column);
  const key = target?.key.refColumns[0];
  if (!target || key === undefined) return null;
  const matchColumns = listMatchColumns(target, access);
  if (matchColumns.length === 0) return null;
  const keyTitle = target.table.columns.find(({ name }) => name === key)?.title ?? key;
  const { sourceIndex, column } = mapping;
  return (
    <Select
      aria-label={messages.matchColumn(target.table.title)}
      value={mapping.matchColumn ?? key}
      options={[
        { value: key, label: messages.matchBy(keyTitle) },
        ...matchColumns.map(({ name, title }) => ({ value: name, label: messages.matchBy(title) })),
      ]}
      onValueChange={(matchColumn) =>
        onChange(matchColumn === key ? { sourceIndex, column } : { sourceIndex, column, matchColumn })
      }
    />
  );
}
