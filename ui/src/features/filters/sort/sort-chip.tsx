import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { OrderTerm } from '@/data/rows/row';
import styles from '@/table/filters/view-chip.module.css';
import { useTable } from '@/table/table-context';

export interface SortChipProps {
  term: OrderTerm;
  onChange: (term: OrderTerm) => void;
  onRemove: () => void;
}

/** One term of the order; a click turns it round. */
export function SortChip({ term, onChange, onRemove }: SortChipProps) {
  const { table } = useTable();
  const title = table.columns.find(({ name }) => name === term.column)?.title ?? term.column;
  const Arrow = term.descending ? ArrowDown : ArrowUp;
  return (
    <span className={styles.chip}>
      <button
        type="button"
        className={styles.label}
        aria-label={`Sorted by ${title}, ${term.descending ? 'descending' : 'ascending'}: turn round`}
        onClick={() => onChange({ ...term, descending: !term.descending })}
      >
        <Arrow size={13} aria-hidden />
        <span className={styles.text} dir="auto">
          {title}
        </span>
      </button>
      <button
        type="button"
        className={styles.remove}
        aria-label={`Don’t sort by ${title}`}
        onClick={onRemove}
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}
