import { ArrowRight } from 'lucide-react';
import { findRelation, getReferencedKey } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { hasGroupedDigits } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { CellValue } from '@/table/cells/values/cell-value';
import { tableMessages } from '@/table/table-messages';
import styles from './changed-values.module.css';

const messages = tableMessages.changes;

export interface ChangedValuesProps {
  table: Table;
  columns: readonly Column[];
  /** Null for an added row: then only the values of `after` are shown. */
  before: Row | null;
  after: Row;
}

/** Maximum number of columns. A line states how many more there are. */
const maxColumns = 6;

/** The changes of a row: each column with its value before and after. */
export function ChangedValues({ table, columns, before, after }: ChangedValuesProps) {
  const more = columns.length - maxColumns;
  return (
    <dl className={styles.values}>
      {columns.slice(0, maxColumns).map((column) => (
        <div key={column.name} className={styles.line}>
          <dt dir="auto">{column.title}</dt>
          <dd>
            {before && (
              <>
                <span className={styles.before}>
                  <ChangedValue table={table} column={column} row={before} />
                </span>
                <ArrowRight size={12} role="img" aria-label={messages.became} className={styles.arrow} />
              </>
            )}
            <span className={styles.after}>
              <ChangedValue table={table} column={column} row={after} />
            </span>
          </dd>
        </div>
      ))}
      {more > 0 && <p className={styles.more}>{messages.moreColumns(more)}</p>}
    </dl>
  );
}

/** The value of a column in a row: for a reference, a link to the record to which it refers. */
function ChangedValue({ table, column, row }: { table: Table; column: Column; row: Row }) {
  const schema = useSchema();
  const value = row[column.name] ?? null;
  const relation = value === null ? undefined : findRelation(schema, table, column.name);
  const key = relation && getReferencedKey(relation, row);
  if (relation && key) return <RelationChip target={relation.target} refKey={key} />;
  return <CellValue column={column} value={value} grouped={hasGroupedDigits(table, column)} full />;
}
