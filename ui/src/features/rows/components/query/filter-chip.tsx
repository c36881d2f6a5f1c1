import { ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import { Popover } from '@/components/popover';
import { type Condition, type Filter, formatNested } from '../../api/filters.utils';
import type { Relation } from '../../api/references';
import { displayText } from '../../values/value.utils';
import { useTable } from '../table-context';
import { FilterEditor } from './filter-editor';
import { ReferenceTitle } from './filter-operand';
import { readCondition } from './operators.utils';
import styles from './view-chip.module.css';

export interface FilterChipProps {
  filter: Filter;
  relation: Relation | undefined;
  onChange: (filter: Condition) => void;
  onRemove: () => void;
}

/** A filter in words; a click changes it. What the builder can't say is shown as the address has it. */
export function FilterChip({ filter, relation, onChange, onRemove }: FilterChipProps) {
  const { table } = useTable();
  const [open, setOpen] = useState(false);
  const column = filter.kind === 'condition' && table.columns.find(({ name }) => name === filter.column);
  const readable = column && filter.kind === 'condition' ? { column, filter } : undefined;
  const text = <FilterText filter={filter} relation={relation} />;
  return (
    <span className={styles.chip}>
      {readable ? (
        <Popover
          open={open}
          onOpenChange={setOpen}
          trigger={
            <button type="button" className={styles.label}>
              <ListFilter size={13} aria-hidden />
              {text}
            </button>
          }
        >
          <FilterEditor
            column={readable.column}
            relation={relation}
            filter={readable.filter}
            onApply={(next) => {
              setOpen(false);
              onChange(next);
            }}
          />
        </Popover>
      ) : (
        <span className={styles.label}>
          <ListFilter size={13} aria-hidden />
          {text}
        </span>
      )}
      <button type="button" className={styles.remove} aria-label="Remove this filter" onClick={onRemove}>
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}

/** A filter in words. */
export function FilterText({ filter, relation }: Pick<FilterChipProps, 'filter' | 'relation'>) {
  const { table } = useTable();
  const column =
    filter.kind === 'condition' ? table.columns.find(({ name }) => name === filter.column) : undefined;
  const isReference = relation?.key.columns.length === 1;
  const read = column && filter.kind === 'condition' ? readCondition(column, filter, isReference) : undefined;
  if (!column || !read) return <code className={styles.text}>{formatNested(filter)}</code>;
  const { operator, values } = read;
  return (
    <span className={styles.text}>
      <span dir="auto">{column.title}</span> <em>{operator.label}</em>{' '}
      {isReference && relation && values[0] !== undefined ? (
        <ReferenceTitle relation={relation} value={values[0]} />
      ) : (
        <span dir="auto">
          {values.map((value) => displayText({ ...column, array: false }, value)).join(', ')}
        </span>
      )}
    </span>
  );
}
