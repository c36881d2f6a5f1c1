import { Combobox, type ComboboxOption } from '@/components/fields/combobox';
import { Select } from '@/components/fields/select';
import type { Relation } from '@/data/relations/references';
import type { OrderTerm } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { TypeIcon } from '@/table/cells/type-icon';
import styles from './sort-popover.module.css';

/** Columns to choose one from. */
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

/** A column that rows are sorted by, in which direction, and where its NULLs stand. */
export function SortTerm({ term, columns, relations, onChange }: SortTermProps) {
  const column = columns.find(({ name }) => name === term.column);
  return (
    <>
      <Combobox
        className={styles.column}
        aria-label="Column"
        searchLabel="Find a column"
        value={term.column}
        valueLabel={column?.title ?? term.column}
        options={buildColumnOptions(columns, relations)}
        onValueChange={(name) => name !== null && onChange({ ...term, column: name })}
      />
      <Select
        className={styles.direction}
        aria-label="Direction"
        value={term.descending ? 'desc' : 'asc'}
        onValueChange={(way) => onChange({ ...term, descending: way === 'desc' })}
        options={[
          { value: 'asc', label: 'Ascending' },
          { value: 'desc', label: 'Descending' },
        ]}
      />
      {column?.nullable !== false && (
        <Select
          className={styles.nulls}
          aria-label="Where NULLs stand"
          value={term.nullsFirst === undefined ? '' : term.nullsFirst ? 'first' : 'last'}
          onValueChange={(place) => {
            const { nullsFirst: _, ...plain } = term;
            onChange(place === '' ? plain : { ...plain, nullsFirst: place === 'first' });
          }}
          options={[
            { value: '', label: term.descending ? 'NULLs first, as usual' : 'NULLs last, as usual' },
            { value: 'first', label: 'NULLs first' },
            { value: 'last', label: 'NULLs last' },
          ]}
        />
      )}
    </>
  );
}
