import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ComboboxOption } from '@/components/fields/combobox/combobox.types';
import { findLookup, listLookupFields, listReferences } from '@/data/query/lookups/lookup-columns';
import { formatLookupName } from '@/data/query/lookups/lookup-name';
import type { Relation } from '@/data/relations/references';
import { listReadableColumns } from '@/data/rows/readable-columns';
import type { Column, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { TypeIcon } from '@/table/cells/type-icon';
import { useTable } from '@/table/table-context';
import { tableMessages } from '@/table/table-messages';

const messages = tableMessages.fields;

export interface FieldOptionsRequest {
  relations: ReadonlyMap<string, Relation>;
  /** Whether to offer a column. `name` is the name of the lookup, or that of the column itself. */
  isOffered: (column: Column, name: string) => boolean;
  /** Maximum number of references between the row and an offered field. */
  maxReferences: number;
}

/** The options of a list in which the user chooses a column, or opens a reference and chooses a field of its record. */
export interface FieldOptions {
  options: readonly ComboboxOption[];
  /** Shows the fields of the reference that an option represents. Returns false if it represents a field. */
  openOption: (option: ComboboxOption) => boolean;
  /** Changes when other options are shown, so that the list starts again. */
  listKey: string;
}

const backValue = '\u001fback';
const referencePrefix = '\u001fopen ';

/** Returns the options for a field of the table around this component. */
export function useFieldOptions({ relations, isOffered, maxReferences }: FieldOptionsRequest): FieldOptions {
  const { table } = useTable();
  const schema = useSchema();
  const [path, setPath] = useState<readonly string[]>([]);
  let current: Table = table;
  const titles: string[] = [];
  for (const name of path) {
    const reference = listReferences(schema, current).find((each) => each.name === name);
    if (reference) current = reference.target;
    titles.push(reference?.title ?? name);
  }
  const columns = path.length === 0 ? listReadableColumns(table) : listLookupFields(current);
  const references = path.length < maxReferences ? listReferences(schema, current) : [];
  const back: ComboboxOption = {
    value: backValue,
    label: messages.back(titles.join(' › ')),
    icon: <ChevronLeft size={14} aria-hidden />,
  };
  const options: ComboboxOption[] = [
    ...(path.length > 0 ? [back] : []),
    ...columns.flatMap((column): ComboboxOption[] => {
      const name = formatLookupName(path, column.name);
      if (!isOffered(column, name)) return [];
      const target = relations.get(name)?.target;
      return [{ value: name, label: column.title, icon: <TypeIcon key={name} {...{ column, target }} /> }];
    }),
    ...references.map(({ name, title, target }) => ({
      value: `${referencePrefix}${name}`,
      label: messages.fieldsOf(title),
      ...(title === target.title ? {} : { detail: target.title }),
      icon: <ChevronRight size={14} aria-hidden />,
    })),
  ];
  const openOption = ({ value }: ComboboxOption) => {
    if (value === backValue) setPath(path.slice(0, -1));
    else if (value.startsWith(referencePrefix)) setPath([...path, value.slice(referencePrefix.length)]);
    else return false;
    return true;
  };
  return { options, openOption, listKey: path.join('\u001f') };
}

/** Returns a function that finds a column or a lookup of the table around this component by its name. */
export function useFindField(): (name: string) => Column | undefined {
  const { table } = useTable();
  const schema = useSchema();
  return useMemo(() => {
    const columns = new Map(table.columns.map((column) => [column.name, column]));
    return (name) => columns.get(name) ?? findLookup(schema, table, name);
  }, [schema, table]);
}
