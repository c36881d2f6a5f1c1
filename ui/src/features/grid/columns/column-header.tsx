import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { Tooltip } from '@/components/overlays/tooltip';
import type { Relation } from '@/data/relations/references';
import { needsEntry } from '@/data/values/checks/check-value';
import { isZoned } from '@/data/values/value.utils';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Column, Table } from '@/lib/api.gen';
import { useZone } from '@/lib/browser/zone/use-zone';
import { formatZoneLabel } from '@/lib/browser/zone/zone';
import { TypeIcon } from '@/table/cells/type-icon';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import styles from './column-header.module.css';
import { ColumnMenu, type ColumnMenuProps } from './column-menu';

const messages = gridMessages.columns;

export interface ColumnHeaderProps extends Omit<ColumnMenuProps, 'trigger' | 'onClosed'> {
  column: Column;
  relation: Relation | undefined;
  /** The column's position among several sort terms, from 1; undefined if rows are sorted by one column. */
  sortPriority: number | undefined;
  /** Called on a click with Shift: adds the column to the sort order. */
  onAddSort: () => void;
}

/** The content of a header cell: the column's type and name, its sort direction, and its menu. A click sorts. */
export function ColumnHeader({ sortPriority, onAddSort, ...menu }: ColumnHeaderProps) {
  const { table } = useTable();
  const header = useRef<HTMLSpanElement>(null);
  const { column, relation, sorted } = menu;
  const isKey = table.primaryKey.includes(column.name);
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp;
  return (
    // biome-ignore lint/a11y: the grid's header cell handles clicks and keys; this handles only clicks with Shift
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
          {needsEntry(column) && !isKey && canWriteColumn(table, column) && (
            <span className={styles.required} role="img" aria-label={messages.required}>
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
        // Focuses the header cell rather than the button, since the grid's arrow keys work from cells only.
        onClosed={() => header.current?.closest<HTMLElement>('[role="columnheader"]')?.focus()}
        trigger={
          <button
            type="button"
            tabIndex={-1}
            className={styles.menu}
            aria-label={messages.menuLabel(column.title)}
            onClick={(event) => event.stopPropagation()}
            onMouseDown={(event) => event.stopPropagation()}
            // Keeps Enter from sorting by the column.
            onKeyDown={(event) => event.stopPropagation()}
          >
            <ChevronDown size={13} aria-hidden />
          </button>
        }
      />
    </span>
  );
}

/** The time zone of the column's values, which is not repeated in the cells. */
function ColumnZone() {
  return <span className={styles.zone}>{formatZoneLabel(useZone())}</span>;
}

/** Returns whether the user's role can write a column, in new rows or in existing ones. */
function canWriteColumn(table: Table, { privileges }: Column): boolean {
  return (table.privileges.insert && privileges.insert) || (table.privileges.update && privileges.update);
}

/** The tooltip of a header: the column's comment, name, type and constraints. */
function ColumnFacts({
  column,
  relation,
  isKey,
}: Pick<ColumnHeaderProps, 'column' | 'relation'> & { isKey: boolean }) {
  const { table } = useTable();
  const zone = useZone();
  const facts = [
    isKey && messages.primaryKey,
    isZoned(column) && messages.timesInZone(zone.replaceAll('_', ' ')),
    relation && messages.references(relation.target.title),
    needsEntry(column) && canWriteColumn(table, column) && messages.requiredFact,
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
