import { CircleCheck } from 'lucide-react';
import { Chip } from '@/components/chip';
import { type Relation, referencedKey } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { hasGroupedDigits, isLongText, titleColumn } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { CellValue } from '@/table/cells/cell-value';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { RowTitle } from '@/table/cells/references/row-title';
import { useRowStatus } from '@/table/cells/use-cell-status';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { useTable } from '@/table/table-context';
import styles from './card-summary.module.css';
import type { RecordCardsProps } from './record-cards';

export interface CardSummaryProps extends Pick<RecordCardsProps, 'columns' | 'relations'> {
  row: Row;
  isTicked: boolean;
}

/** What a card says of its row: its title, its state, and the fields that there is room for. */
export function CardSummary({ row, columns, relations, isTicked }: CardSummaryProps) {
  const { table } = useTable();
  const phase = useRowStatus(row);
  const state = columns.find((column) => column.kind === 'enum' && !column.array && row[column.name]);
  return (
    <>
      <span className={styles.head}>
        {isTicked && <CircleCheck size={16} aria-label="Selected" className={styles.tick} />}
        <span className={styles.title} data-doomed={phase === 'pendingDelete' || undefined} dir="auto">
          <RowTitle row={row} relations={relations} />
        </span>
        {phase && <SaveStatusIcon status={phase} />}
        {state && (
          <Chip value={String(row[state.name])} index={state.enum.indexOf(String(row[state.name]))} />
        )}
      </span>
      <span className={styles.fields}>
        {selectCardColumns(columns, relations, [titleColumn(table), state], row).map((column) => {
          const relation = relations.get(column.name);
          const refKey = relation && referencedKey(relation, row);
          return (
            <span key={column.name} className={styles.field}>
              {relation && refKey ? (
                <RelationChip target={relation.target} refKey={refKey} />
              ) : (
                <CellValue
                  column={column}
                  value={row[column.name] ?? null}
                  grouped={hasGroupedDigits(table, column)}
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
function selectCardColumns(
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
