import { Combobox } from '@/components/fields/combobox/combobox';
import { Select } from '@/components/fields/select';
import type { OrderTerm } from '@/data/rows/row';
import { type FieldOptions, useFindField } from '@/table/fields/use-field-options';
import { filtersMessages } from '../filters-messages';
import styles from './sort-popover.module.css';

const messages = filtersMessages.sort;

export interface SortTermProps {
  term: OrderTerm;
  /** The fields that the order doesn't contain yet. */
  fields: FieldOptions;
  onChange: (term: OrderTerm) => void;
}

/** The fields of a term: column, direction and position of NULL. */
export function SortTerm({ term, fields, onChange }: SortTermProps) {
  const column = useFindField()(term.column);
  return (
    <>
      <Combobox
        className={styles.column}
        aria-label={messages.column}
        searchLabel={messages.findColumn}
        value={term.column}
        valueLabel={column?.title ?? term.column}
        {...fields}
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
