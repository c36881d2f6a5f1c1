import { useState } from 'react';
import { Combobox, ComboboxList } from '@/components/fields/combobox/combobox';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { Relation } from '@/data/relations/references';
import { readableColumns } from '@/data/rows/readable-columns';
import type { OrderTerm } from '@/data/rows/row';
import { useTable } from '@/table/table-context';
import { filtersMessages } from '../filters-messages';
import { isSortable } from './sort.utils';
import { SortList } from './sort-list';
import styles from './sort-popover.module.css';
import { buildColumnOptions } from './sort-term';

const messages = filtersMessages.sort;

export interface SortEditorProps {
  order: readonly OrderTerm[];
  relations: ReadonlyMap<string, Relation>;
  onChange: (order: readonly OrderTerm[]) => void;
}

/** Edits the order of the rows: by the first column, then by the next. */
export function SortEditor({ order, relations, onChange }: SortEditorProps) {
  const { table } = useTable();
  const [announcement, setAnnouncement] = useState('');
  const columns = readableColumns(table).filter(isSortable);
  const free = columns.filter(({ name }) => order.every(({ column }) => column !== name));
  const add = (column: string | null) =>
    column !== null && onChange([...order, { column, descending: false }]);
  return (
    <>
      {order.length === 0 ? (
        <ComboboxList
          label={messages.columns}
          value={null}
          options={buildColumnOptions(columns, relations)}
          onChoose={({ value }) => add(value)}
        />
      ) : (
        <SortList {...{ order, columns, relations, onChange }} onAnnounce={setAnnouncement} />
      )}
      {order.length > 0 && free.length > 0 && (
        <Combobox
          className={styles.more}
          aria-label={messages.next}
          placeholder={messages.nextPlaceholder}
          searchLabel={messages.findColumn}
          value={null}
          options={buildColumnOptions(free, relations)}
          onValueChange={add}
        />
      )}
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  );
}
