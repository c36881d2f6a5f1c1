import { ChevronRight } from 'lucide-react';
import type { GroupHead } from '@/data/paging/row-source';
import type { Relation } from '@/data/relations/references';
import { isChipText } from '@/data/values/formats/enum-labels';
import { formatValue, hasGroupedDigits } from '@/data/values/value.utils';
import { cx } from '@/lib/text/cx';
import { formatCount } from '@/lib/text/format';
import { CellValue } from '@/table/cells/values/cell-value';
import { EnumChip } from '@/table/cells/values/enum-chip';
import { ReferenceTitle } from '@/table/filters/reference-title';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import styles from './group-heading.module.css';

const messages = gridMessages.groups;

export interface GroupHeadingProps {
  head: GroupHead;
  relation: Relation | undefined;
  tabIndex?: number;
  className?: string;
}

/** The head of a group: its value and its number of rows. A click or an arrow key expands or collapses it. */
export function GroupHeading({ head, relation, tabIndex, className }: GroupHeadingProps) {
  const { column, group, toggle } = head;
  const { value, count, closed } = group;
  const text = value === null ? messages.noValue(column.title) : formatValue(column, value);
  // A reference's title is loaded by the content of the heading, which is then its label.
  const label = relation && value !== null ? undefined : messages.label(column.title, text, count);
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className={cx(styles.heading, className)}
      aria-expanded={!closed}
      aria-label={label}
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
  if (value === null) return <span className={styles.none}>{messages.noValue(column.title)}</span>;
  if (column.kind === 'enum' || isChipText(column, value)) return <EnumChip column={column} value={value} />;
  if (relation?.key.columns.length === 1) {
    return (
      <span className={styles.value}>
        <ReferenceTitle relation={relation} value={value} />
      </span>
    );
  }
  if (value === '') return <span className={styles.none}>{messages.empty}</span>;
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
