import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { Tooltip } from '@/components/overlays/tooltip';
import type { Relation } from '@/data/relations/references';
import { isRequired } from '@/data/values/checks/check-value';
import { isZoned } from '@/data/values/value.utils';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Column, Table } from '@/lib/api.gen';
import { useZone } from '@/lib/browser/use-zone';
import { formatZoneLabel } from '@/lib/browser/zone';
import { TypeIcon } from '@/table/cells/type-icon';
import { useTable } from '@/table/table-context';
import styles from './column-header.module.css';
import { ColumnMenu, type ColumnMenuProps } from './column-menu';

export interface ColumnHeaderProps extends Omit<ColumnMenuProps, 'trigger' | 'onClosed'> {
  column: Column;
  relation: Relation | undefined;
  /** Its place among several sort terms. */
  sortPriority: number | undefined;
  /** Shift was held: sort by this one too. */
  onAddSort: () => void;
}

/** A column's head: what it is, how it is sorted, and its menu. A click on it sorts. */
export function ColumnHeader({ sortPriority, onAddSort, ...menu }: ColumnHeaderProps) {
  const { table } = useTable();
  const header = useRef<HTMLSpanElement>(null);
  const { column, relation, sorted } = menu;
  const isKey = table.primaryKey.includes(column.name);
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp;
  return (
    // biome-ignore lint/a11y: the grid's own header cell takes clicks and keys; this only looks for Shift first
    <span
      ref={header}
      className={styles.header}
      data-sorted={sorted}
      onClick={(event) => {
        if (!event.shiftKey) return;
        event.stopPropagation();
        onAddSort();
      }}
    >
      <Tooltip content={<ColumnFacts column={column} relation={relation} isKey={isKey} />}>
        <span className={styles.name}>
          <TypeIcon column={column} isKey={isKey} target={relation?.target} />
          <span className={styles.title} dir="auto">
            {column.title}
          </span>
          {isRequired(column) && !isKey && canWriteColumn(table, column) && (
            <span className={styles.required} role="img" aria-label="required">
              *
            </span>
          )}
          {isZoned(column) && <ColumnZone />}
        </span>
      </Tooltip>
      {sorted && (
        <span className={styles.sort}>
          <Arrow size={13} aria-hidden />
          {sortPriority !== undefined && <small>{sortPriority}</small>}
        </span>
      )}
      <ColumnMenu
        {...menu}
        // From the cell the arrow keys lead on; the button is none of the grid's places.
        onClosed={() => header.current?.closest<HTMLElement>('[role="columnheader"]')?.focus()}
        trigger={
          <button
            type="button"
            tabIndex={-1}
            className={styles.menu}
            aria-label={`Column ${column.title}`}
            onClick={(event) => event.stopPropagation()}
            onMouseDown={(event) => event.stopPropagation()}
            // The header cell around it would sort on Enter.
            onKeyDown={(event) => event.stopPropagation()}
          >
            <ChevronDown size={13} aria-hidden />
          </button>
        }
      />
    </span>
  );
}

/** The zone of the times in a column; the cells don't repeat it. */
function ColumnZone() {
  return <span className={styles.zone}>{formatZoneLabel(useZone())}</span>;
}

/** Whether this role can enter a value into a column, in a new row or an existing one. */
function canWriteColumn(table: Table, { privileges }: Column): boolean {
  return (table.privileges.insert && privileges.insert) || (table.privileges.update && privileges.update);
}

/** What there is to know about a column: its comment, its type, its part in keys. */
function ColumnFacts({
  column,
  relation,
  isKey,
}: Pick<ColumnHeaderProps, 'column' | 'relation'> & { isKey: boolean }) {
  const { table } = useTable();
  const zone = useZone();
  const facts = [
    isKey && 'Primary key.',
    isZoned(column) && `Times are in ${zone.replaceAll('_', ' ')}.`,
    relation && `Refers to ${relation.target.title}.`,
    isRequired(column) && canWriteColumn(table, column) && 'Required.',
    table.privileges.update && lockReason(table, column),
  ].filter((fact) => typeof fact === 'string');
  return (
    <span className={styles.facts}>
      {column.comment && <span dir="auto">{column.comment}</span>}
      <code>
        {column.title === column.name ? '' : `${column.name} `}
        {column.type}
      </code>
      {facts.length > 0 && <span>{facts.join(' ')}</span>}
    </span>
  );
}
