import { X } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { getReferencedKey } from '@/data/relations/references';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { recordMessages } from '../record-messages';
import styles from './related.module.css';
import type { RelatedListProps, RowMenuProps } from './related-grid';
import { useRowTitle } from './use-row-title';

const messages = recordMessages.related;

/** The rows to which a join table without own columns leads, as chips with a button to unlink each. */
export function RelatedChips({ related, rows, onUnlink }: RelatedListProps) {
  return (
    <ul className={styles.chips}>
      {rows.map((row, i) => (
        <RelatedChip
          key={formatKeyText(getRowKey(related.table, row) ?? []) || i}
          {...{ related, row, onUnlink }}
        />
      ))}
    </ul>
  );
}

function RelatedChip({ related, row, onUnlink }: RowMenuProps) {
  const { farRelation } = related;
  const title = useRowTitle(related, row);
  const refKey = farRelation && getReferencedKey(farRelation, row);
  if (!farRelation || !refKey) return null;
  return (
    <li className={styles.chip}>
      <RelationChip target={farRelation.target} refKey={refKey} linked />
      {onUnlink && (
        <IconButton
          size="sm"
          label={messages.unlinkFrom(title)}
          icon={<X aria-hidden />}
          onClick={() => onUnlink(row)}
        />
      )}
    </li>
  );
}
