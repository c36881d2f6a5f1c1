import { Combobox } from '@/components/fields/combobox/combobox';
import type { ComboboxOption } from '@/components/fields/combobox/combobox.types';
import { Select } from '@/components/fields/select';
import type { Relation } from '@/data/relations/references';
import type { OrderTerm } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { TypeIcon } from '@/table/cells/type-icon';
import { filtersMessages } from '../filters-messages';
import styles from './sort-popover.module.css';

const messages = filtersMessages.sort;

/** Returns the options of a column picker. */
export function buildColumnOptions(
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
): ComboboxOption[] {
  return columns.map((column) => ({
    value: column.name,
    label: column.title,
    icon: <TypeIcon column={column} target={relations.get(column.name)?.target} />,
  }));
}

export interface SortTermProps {
  term: OrderTerm;
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  onChange: (term: OrderTerm) => void;
}

/** The fields of a term: column, direction and position of NULL. */
export function SortTerm({ term, columns, relations, onChange }: SortTermProps) {
  const column = columns.find(({ name }) => name === term.column);
  return (
    <>
      <Combobox
        className={styles.column}
        aria-label={messages.column}
        searchLabel={messages.findColumn}
        value={term.column}
        valueLabel={column?.title ?? term.column}
        options={buildColumnOptions(columns, relations)}
        onValueChange={(name) => name !== null && onChange({ ...term, column: name })}
      />
      <Select
        className={styles.direction}
        aria-label={messages.direction}
        value={term.descending ? 'desc' : 'asc'}
        onValueChange={(direction) => onChange({ ...term, descending: direction === 'desc' })}
        options={[
          { value: 'asc', label: messages.ascending },
          { value: 'desc', label: messages.descending },
        ]}
      />
      {column?.nullable !== false && (
        <Select
          className={styles.nulls}
          aria-label={messages.nulls}
          value={term.nullsFirst === undefined ? '' : term.nullsFirst ? 'first' : 'last'}
          onValueChange={(position) => {
            const { nullsFirst: _, ...plain } = term;
            onChange(position === '' ? plain : { ...plain, nullsFirst: position === 'first' });
          }}
          options={[
            { value: '', label: messages.nullsDefault(term.descending) },
            { value: 'first', label: messages.nullsFirst },
            { value: 'last', label: messages.nullsLast },
          ]}
        />
      )}
    </>
  );
}
