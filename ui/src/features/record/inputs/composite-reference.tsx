import { useMemo } from 'react';
import { Combobox } from '@/components/fields/combobox/combobox';
import { getReferencedKey, type Relation } from '@/data/relations/references';
import { toEnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { useRowSearch } from '@/table/cells/references/use-row-search';
import { useChoiceFilters } from '@/table/filters/use-choice-filters';
import styles from '../fields/record-field.module.css';
import type { RecordForm } from '../form/use-record-form';
import { recordMessages } from '../record-messages';

const messages = recordMessages.reference;

export interface CompositeReferenceProps {
  relation: Relation;
  /** The columns of the foreign key that the form contains. */
  columns: readonly Column[];
  form: RecordForm;
  /** Whether another row can be chosen. */
  isEditable: boolean;
}

/** The row to which several columns refer together. The user can preview it, open it, or choose another row. */
export function CompositeReference({ relation, columns, form, isEditable }: CompositeReferenceProps) {
  const { key, target } = relation;
  const filters = useChoiceFilters(
    target,
    columns.find(({ tags }) => 'filter' in tags),
  );
  const options = useMemo(
    () => ({ table: target, columns: key.refColumns, filters }),
    [target, key, filters],
  );
  const { search, getRow } = useRowSearch(options);
  const refKey = getReferencedKey(relation, { ...form.baseRow, ...form.check().changes });
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
        {messages.columns(
          columns.map(({ title }) => title),
          target.title,
        )}
      </span>
      {refKey ? (
        <RelationChip {...{ target, refKey }} linked />
      ) : (
        <span className={styles.help}>{messages.none}</span>
      )}
      {isEditable && (
        <Combobox
          value={null}
          search={search}
          searchLabel={messages.search(target.title)}
          placeholder={refKey ? messages.chooseAnother : messages.choose}
          aria-label={messages.chooseLabel(target.title)}
          onValueChange={choose}
        />
      )}
    </div>
  );
}
