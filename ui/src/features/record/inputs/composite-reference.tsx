import { useMemo } from 'react';
import { Combobox } from '@/components/fields/combobox';
import { type Relation, referencedKey } from '@/data/relations/references';
import { toEnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { useRowSearch } from '@/table/cells/references/use-row-search';
import styles from '../fields/record-field.module.css';
import type { RecordForm } from '../form/use-record-form';

export interface CompositeReferenceProps {
  relation: Relation;
  /** The columns of the key, as far as the form has them. */
  columns: readonly Column[];
  form: RecordForm;
  /** Whether another row may be chosen. */
  isEditable: boolean;
}

/** The row that several columns refer to together: to peek at, to open, and to choose another in its place. */
export function CompositeReference({ relation, columns, form, isEditable }: CompositeReferenceProps) {
  const { key, target } = relation;
  const options = useMemo(() => ({ table: target, columns: key.refColumns, filters: [] }), [target, key]);
  const { search, getRow } = useRowSearch(options);
  const refKey = referencedKey(relation, { ...form.baseRow, ...form.check().changes });
  const choose = (value: string | null) => {
    const row = value === null ? undefined : getRow(value);
    if (!row) return;
    for (const column of columns) {
      const refColumn = key.refColumns[key.columns.indexOf(column.name)] ?? '';
      form.set(column, toEnteredValue(column, row[refColumn] ?? null));
    }
  };
  return (
    <div className={styles.composite}>
      <span className={styles.help}>
        {columns.map(({ title }) => title).join(', ')} together refer to {target.title}:
      </span>
      {refKey ? <RelationChip {...{ target, refKey }} linked /> : <span className={styles.help}>none</span>}
      {isEditable && (
        <Combobox
          value={null}
          search={search}
          searchLabel={`Search ${target.title}`}
          placeholder={refKey ? 'Choose another…' : 'Choose…'}
          aria-label={`Choose from ${target.title}`}
          onValueChange={choose}
        />
      )}
    </div>
  );
}
