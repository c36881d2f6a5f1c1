import { useState } from 'react';
import { Combobox, ComboboxList } from '@/components/fields/combobox/combobox';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { Relation } from '@/data/relations/references';
import type { OrderTerm } from '@/data/rows/row';
import { useFieldOptions } from '@/table/fields/use-field-options';
import { filtersMessages } from '../filters-messages';
import { isSortable } from './sort.utils';
import { SortList } from './sort-list';
import styles from './sort-popover.module.css';

const messages = filtersMessages.sort;

export interface SortEditorProps {
  order: readonly OrderTerm[];
  relations: ReadonlyMap<string, Relation>;
  onChange: (order: readonly OrderTerm[]) => void;
}

/** Edits the order of the rows: by the first column, then by the next. */
export function SortEditor({ order, relations, onChange }: SortEditorProps) {
  const [announcement, setAnnouncement] = useState('');
  // PostgREST sorts by fields of records to which the row itself refers.
  const fields = useFieldOptions({
    relations,
    isOffered: (column, name) => isSortable(column) && order.every((term) => term.column !== name),
    maxReferences: 1,
  });
  const add = (column: string | null) =>
    column !== null && onChange([...order, { column, descending: false }]);
  return (
    <>
      {order.length === 0 ? (
        <ComboboxList
          key={fields.listKey}
          label={messages.columns}
          value={null}
          options={fields.options}
          onChoose={(option) => {
            if (!fields.openOption(option)) add(option.value);
          }}
        />
      ) : (
        <SortList {...{ order, fields, onChange }} onAnnounce={setAnnouncement} />
      )}
      {order.length > 0 && fields.options.length > 0 && (
        <Combobox
          className={styles.more}
          aria-label={messages.next}
          placeholder={messages.nextPlaceholder}
          searchLabel={messages.findColumn}
          value={null}
          {...fields}
          onValueChange={add}
        />
      )}
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  );
}
