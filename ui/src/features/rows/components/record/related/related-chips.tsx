import { X } from 'lucide-react';
import { IconButton } from '@/components/icon-button';
import { keyOf, keyText } from '../../../api/guards.utils';
import { referredKey } from '../../../api/references';
import { RelationChip } from '../../cells/relation-chip';
import styles from './related.module.css';
import type { RelatedListProps } from './related-grid';

/** What a join table leads to that says nothing of its own: chips, each with its way out. */
export function RelatedChips({ related, rows, onUnlink }: RelatedListProps) {
  const { table, far } = related;
  if (!far) return null;
  return (
    <ul className={styles.chips}>
      {rows.map((row, i) => {
        const refKey = referredKey(far, row);
        const name = refKey?.map(({ value }) => value).join(', ') ?? '';
        return (
          <li key={keyText(keyOf(table, row) ?? []) || i} className={styles.chip}>
            {refKey && <RelationChip target={far.target} refKey={refKey} linked />}
            {onUnlink && (
              <IconButton
                size="sm"
                label={`Unlink ${name}`}
                icon={<X aria-hidden />}
                onClick={() => onUnlink(row)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
