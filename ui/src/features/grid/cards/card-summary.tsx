import { CircleCheck } from 'lucide-react';
import { Chip } from '@/components/chip';
import { type Relation, referredKey } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { groupsDigits, isLongText, titleColumn } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { CellValue } from '@/table/cells/cell-value';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { RowTitle } from '@/table/cells/references/row-title';
import { useRowPhase } from '@/table/cells/use-cell';
import { WaitingMark } from '@/table/changes/waiting-mark';
import { useTable } from '@/table/table-context';
import styles from './card-summary.module.css';
import type { RecordCardsProps } from './record-cards';

export interface CardSummaryProps extends Pick<RecordCardsProps, 'columns' | 'relations'> {
  row: Row;
  ticked: boolean;
}

/** What a card says of its row: its title, its state, and the fields that there is room for. */
export function CardSummary({ row, columns, relations, ticked }: CardSummaryProps) {
  const { table } = useTable();
  const phase = useRowPhase(row);
  const state = columns.find((column) => column.kind === 'enum' && !column.array && row[column.name]);
  return (
    <>
      <span className={styles.head}>
        {ticked && <CircleCheck size={16} aria-label="Selected" className={styles.tick} />}
        <span className={styles.title} data-doomed={phase === 'deleting' || undefined} dir="auto">
          <RowTitle row={row} relations={relations} />
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
    </>
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
