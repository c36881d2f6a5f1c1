import { ChevronRight } from 'lucide-react';
import { Chip } from '@/components/chip';
import type { GroupHead } from '@/data/paging/row-source';
import type { Relation } from '@/data/relations/references';
import { formatValue, hasGroupedDigits } from '@/data/values/value.utils';
import { cx } from '@/lib/cx';
import { formatCount, formatPlural } from '@/lib/format';
import { CellValue } from '@/table/cells/cell-value';
import { ReferenceTitle } from '@/table/filters/reference-operand';
import { useTable } from '@/table/table-context';
import styles from './group-heading.module.css';

export interface GroupHeadingProps {
  head: GroupHead;
  relation: Relation | undefined;
  tabIndex?: number;
  className?: string;
}

/** The head of a group: its value, how many rows it has, and whether they are shown. */
export function GroupHeading({ head, relation, tabIndex, className }: GroupHeadingProps) {
  const { column, group, toggle } = head;
  const { value, count, closed } = group;
  const said = value === null ? `no ${column.title}` : formatValue(column, value);
  const size = count === undefined ? '' : `, ${formatPlural(count, 'row')}`;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className={cx(styles.heading, className)}
      aria-expanded={!closed}
      aria-label={relation && value !== null ? undefined : `${column.title}: ${said}${size}`}
      onClick={(event) => {
        event.stopPropagation();
        toggle();
      }}
      onKeyDown={(event) => {
        if (event.key !== (closed ? 'ArrowRight' : 'ArrowLeft')) return;
        event.preventDefault();
        event.stopPropagation();
        toggle();
      }}
    >
      <ChevronRight size={14} className={styles.mark} aria-hidden />
      <GroupValue head={head} relation={relation} />
      {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
    </button>
  );
}

function GroupValue({ head: { column, group }, relation }: Pick<GroupHeadingProps, 'head' | 'relation'>) {
  const { table } = useTable();
  const { value } = group;
  if (value === null) return <span className={styles.none}>No {column.title}</span>;
  if (column.kind === 'enum') return <Chip value={value} index={column.enum.indexOf(value)} />;
  if (relation?.key.columns.length === 1) {
    return (
      <span className={styles.value}>
        <ReferenceTitle relation={relation} value={value} />
      </span>
    );
  }
  if (value === '') return <span className={styles.none}>empty</span>;
  return (
    <span className={styles.value}>
      <CellValue
        column={column}
        value={column.kind === 'boolean' ? value === 'true' : value}
        grouped={hasGroupedDigits(table, column)}
        full
      />
    </span>
  );
}
