import { useCallback, useEffect, useRef, useState } from 'react';
import { Chip } from '@/components/chip';
import { Skeleton } from '@/components/skeleton';
import type { Column } from '@/lib/api.gen';
import { keyOf } from '../../api/guards.utils';
import { identityOf } from '../../api/keyset.utils';
import type { Pages } from '../../api/pages';
import { type Relation, referredKey } from '../../api/references';
import type { Row } from '../../api/row';
import { groupsDigits, isLongText, titleColumn, titleOf } from '../../values/value.utils';
import { CellValue } from '../cells/cell-value';
import { RelationChip } from '../cells/relation-chip';
import { useRowPhase, useShownRow } from '../cells/use-cell';
import { WaitingMark } from '../changes/waiting-mark';
import { useTable } from '../table-context';
import styles from './record-cards.module.css';

export interface RecordCardsProps {
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  pages: Pages;
}

/** The height of a card with its gap, in pixels; the style sheet has the same. */
const cardHeight = 84;

/** Cards outside of the screen that are drawn all the same. */
const margin = 6;

/** Cards that stand in until the first page comes. */
const skeletons = 8;

/** The rows as a list of cards, for a phone. Only those near the screen are drawn, and loaded. */
export function RecordCards({ columns, relations, pages }: RecordCardsProps) {
  const { table } = useTable();
  const list = useRef<HTMLElement>(null);
  const [first, setFirst] = useState(0);
  const [height, setHeight] = useState(800);
  const { show } = pages;
  const follow = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const top = Math.floor(element.scrollTop / cardHeight);
    setFirst(top);
    setHeight(element.clientHeight);
    show({ first: top, last: top + Math.ceil(element.clientHeight / cardHeight) });
  }, [show]);
  // Another order or filter is read from its top.
  useEffect(() => {
    list.current?.scrollTo({ top: 0 });
    follow();
  }, [follow]);

  const count = pages.count?.count ?? skeletons;
  const from = Math.max(0, first - margin);
  const to = Math.min(count, first + Math.ceil(height / cardHeight) + margin);
  return (
    <section
      ref={list}
      className={styles.scroll}
      aria-label={table.title}
      // Rows without a key can't be opened: then nothing inside takes the keyboard's focus.
      tabIndex={identityOf(table) ? undefined : 0}
      onScroll={follow}
    >
      <ul className={styles.list} style={{ height: count * cardHeight }}>
        {Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map((index) => (
          <li key={index} className={styles.place} style={{ top: index * cardHeight }}>
            <RecordCard row={pages.rowAt(index)} columns={columns} relations={relations} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RecordCardProps extends Pick<RecordCardsProps, 'columns' | 'relations'> {
  row: Row | undefined;
}

function RecordCard({ row: saved, columns, relations }: RecordCardProps) {
  const { table, openRecord } = useTable();
  const row = useShownRow(saved);
  const phase = useRowPhase(row);
  if (!row) {
    return (
      <div className={styles.card} aria-hidden>
        <Skeleton width="55%" height={13} />
        <Skeleton width="80%" height={11} />
      </div>
    );
  }
  const key = keyOf(table, row);
  const state = columns.find((column) => column.kind === 'enum' && !column.array && row[column.name]);
  return (
    <button type="button" className={styles.card} disabled={!key} onClick={() => key && openRecord(key)}>
      <span className={styles.head}>
        <span className={styles.title} dir="auto">
          {titleOf(table, row)}
        </span>
        {phase && <WaitingMark phase={phase} />}
        {state && (
          <Chip value={String(row[state.name])} index={state.enum.indexOf(String(row[state.name]))} />
        )}
      </span>
      <span className={styles.fields}>
        {cardColumns(columns, relations, [titleColumn(table), state], row).map((column) => {
          const relation = relations.get(column.name);
          const refKey = relation && referredKey(relation, row);
          return (
            <span key={column.name} className={styles.field}>
              {relation && refKey ? (
                <RelationChip target={relation.target} refKey={refKey} />
              ) : (
                <CellValue
                  column={column}
                  value={row[column.name] ?? null}
                  grouped={groupsDigits(table, column)}
                />
              )}
            </span>
          );
        })}
      </span>
    </button>
  );
}

/** The fields that a card has room for: what a row belongs to, a day, and an amount. */
function cardColumns(
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
  used: readonly (Column | undefined)[],
  row: Row,
): Column[] {
  const filled = columns.filter((column) => !used.includes(column) && (row[column.name] ?? null) !== null);
  const first = (matches: (column: Column) => boolean) => filled.find(matches);
  const lead =
    first((column) => relations.has(column.name)) ??
    first((column) => column.kind === 'text' && !column.array && !isLongText(column));
  const day =
    first((column) => column.kind === 'date') ?? first((column) => column.kind.startsWith('timestamp'));
  const amount = first((column) => column.kind === 'numeric' && !column.array);
  return [lead, day, amount].filter((column) => column !== undefined);
}
