import { type ReactElement, useState } from 'react';
import { ComboboxList } from '@/components/fields/combobox/combobox';
import { Popover } from '@/components/overlays/popover';
import type { RelatedTable } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { recordMessages } from '../record-messages';
import styles from './related.module.css';
import { useLinkSearch } from './use-link-search';

const messages = recordMessages.related;

export interface LinkSearchProps {
  related: RelatedTable;
  /** The record to link to. */
  row: Row;
  onChoose: (found: Row) => void;
  /** The button that opens the search. */
  children: ReactElement;
}

/** A popover that searches the rows that can be linked to a record. */
export function LinkSearch({ related, row, onChoose, children }: LinkSearchProps) {
  const [open, setOpen] = useState(false);
  const { search, getRow } = useLinkSearch(related, row);
  const { title } = related.farRelation?.target ?? related.table;
  return (
    <Popover
      flush
      open={open}
      onOpenChange={setOpen}
      align="end"
      trigger={children}
      className={styles.search}
    >
      <ComboboxList
        value={null}
        search={search}
        label={messages.search(title)}
        onChoose={({ value }) => {
          const chosen = getRow(value);
          setOpen(false);
          if (chosen) onChoose(chosen);
        }}
      />
    </Popover>
  );
}
