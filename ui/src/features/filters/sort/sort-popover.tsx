import { ArrowUpNarrowWide } from 'lucide-react';
import { useState } from 'react';
import { Combobox, ComboboxList } from '@/components/fields/combobox';
import { Popover } from '@/components/overlays/popover';
import { VisuallyHidden } from '@/components/visually-hidden';
import { readableColumns } from '@/data/layouts/columns.utils';
import type { Relation } from '@/data/relations/references';
import type { OrderTerm } from '@/data/rows/row';
import chips from '@/table/filters/view-chip.module.css';
import { useTable } from '@/table/table-context';
import { isSortable } from './sort.utils';
import { SortList } from './sort-list';
import styles from './sort-popover.module.css';
import { buildColumnOptions } from './sort-term';

export interface SortPopoverProps {
  order: readonly OrderTerm[];
  relations: ReadonlyMap<string, Relation>;
  onChange: (order: readonly OrderTerm[]) => void;
}

/** The columns that rows are sorted by, the first that tells two rows apart before the next. */
export function SortPopover({ order, relations, onChange }: SortPopoverProps) {
  const { table } = useTable();
  const [said, setSaid] = useState('');
  const columns = readableColumns(table).filter(isSortable);
  const free = columns.filter(({ name }) => order.every(({ column }) => column !== name));
  const add = (column: string | null) =>
    column !== null && onChange([...order, { column, descending: false }]);
  return (
    <Popover
      align="end"
      className={styles.popover}
      flush={order.length === 0}
      trigger={
        <button type="button" className={chips.add} title="Sort" data-collapse="last">
          <ArrowUpNarrowWide size={14} aria-hidden />
          <span className={chips.caption}>{order.length > 0 ? `Sort: ${order.length}` : 'Sort'}</span>
        </button>
      }
    >
      {order.length === 0 ? (
        <ComboboxList
          label="Sort by"
          value={null}
          options={buildColumnOptions(columns, relations)}
          onChoose={({ value }) => add(value)}
        />
      ) : (
        <SortList {...{ order, columns, relations, onChange }} onAnnounce={setSaid} />
      )}
      {order.length > 0 && free.length > 0 && (
        <Combobox
          className={styles.more}
          aria-label="Then by"
          placeholder="Then by…"
          searchLabel="Find a column"
          value={null}
          options={buildColumnOptions(free, relations)}
          onValueChange={add}
        />
      )}
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </Popover>
  );
}
