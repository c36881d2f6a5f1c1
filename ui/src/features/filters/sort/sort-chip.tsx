import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { formatListedName } from '@/data/query/filters/filters.utils';
import type { OrderTerm } from '@/data/rows/row';
import { useFindField } from '@/table/fields/use-field-options';
import styles from '@/table/filters/view-chip.module.css';
import { filtersMessages } from '../filters-messages';

const messages = filtersMessages.sort;

export interface SortChipProps {
  term: OrderTerm;
  onChange: (term: OrderTerm) => void;
  onRemove: () => void;
}

/** A term of the order as a chip. A click reverses its direction. */
export function SortChip({ term, onChange, onRemove }: SortChipProps) {
  const findField = useFindField();
  const title = findField(term.column)?.title ?? formatListedName(term.column);
  const Arrow = term.descending ? ArrowDown : ArrowUp;
  return (
    <span className={styles.chip}>
      <button
        type="button"
        className={styles.label}
        aria-label={messages.reverse(title, term.descending)}
        onClick={() => onChange({ ...term, descending: !term.descending })}
      >
        <Arrow size={13} aria-hidden />
        <span className={styles.text} dir="auto">
          {title}
        </span>
      </button>
      <button type="button" className={styles.remove} aria-label={messages.remove(title)} onClick={onRemove}>
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}
