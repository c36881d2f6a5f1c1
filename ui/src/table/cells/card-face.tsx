import { useQuery } from '@tanstack/react-query';
import { Calendar, TextAlignStart } from 'lucide-react';
import { Avatar } from '@/components/avatar';
import { cardPlaces } from '@/data/layouts/views.utils';
import { type Relation, referenceQuery, referredKey } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { fileURL } from '@/data/values/cell-value.utils';
import { displayText, groupsDigits, isLongText } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import styles from './card-face.module.css';
import { CellValue } from './cell-value';
import { Picture } from './picture';
import { RelationChip } from './references/relation-chip';
import { RowTitle } from './references/row-title';
import { useRowPhase, useShownRow } from './use-cell';

export interface CardFaceProps {
  row: Row;
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

/** What a card shows of a row: its title, and the fields that were chosen. */
export function CardFace({ row: saved, fields, relations }: CardFaceProps) {
  const { table } = useTable();
  const row = useShownRow(saved);
  const phase = useRowPhase(saved);
  const { amount, lines, foot, people } = cardPlaces(table, relations, fields, row);
  return (
    <>
      <CardPicture row={row} fields={fields} />
      <span className={styles.face}>
        <span className={styles.head}>
          <span className={styles.title} data-doomed={phase === 'deleting' || undefined} dir="auto">
            <RowTitle row={row} relations={relations} />
          </span>
          {amount && (
            <span className={styles.amount}>
              <CellValue column={amount} value={row[amount.name] ?? null} grouped />
            </span>
          )}
        </span>
        {lines.map((column) => (
          <CardLine key={column.name} column={column} row={row} relation={relations.get(column.name)} />
        ))}
        {foot.length + people.length > 0 && (
          <span className={styles.foot}>
            {foot.map((column) => (
              <FootField key={column.name} column={column} row={row} />
            ))}
            <span className={styles.people}>
              {people.map((column) => {
                const relation = relations.get(column.name);
                return relation && <Person key={column.name} relation={relation} row={row} />;
              })}
            </span>
          </span>
        )}
      </span>
    </>
  );
}

function CardPicture({ row, fields }: Pick<CardFaceProps, 'row' | 'fields'>) {
  const column = fields.find((field) => 'file' in field.tags && !field.array);
  const value = column && row[column.name];
  const url = column && typeof value === 'string' ? fileURL(column, value) : undefined;
  return url === undefined ? null : (
    <span className={styles.picture}>
      <Picture url={url} />
    </span>
  );
}

interface FieldProps {
  column: Column;
  row: Row;
}

function CardLine({ column, row, relation }: FieldProps & { relation: Relation | undefined }) {
  const { table } = useTable();
  const refKey = relation && referredKey(relation, row);
  return (
    <span className={styles.line}>
      {relation && refKey ? (
        <RelationChip target={relation.target} refKey={refKey} />
      ) : (
        <CellValue column={column} value={row[column.name] ?? null} grouped={groupsDigits(table, column)} />
      )}
    </span>
  );
}

/** A day with its picture; of a long text only that there is one. */
function FootField({ column, row }: FieldProps) {
  const value = row[column.name] ?? null;
  const text = displayText(column, value);
  if (isLongText(column)) {
    const start = `${column.title}: ${text.slice(0, 300)}`;
    return (
      <span title={start}>
        <TextAlignStart size={13} role="img" aria-label={column.title} />
      </span>
    );
  }
  return (
    <span title={`${column.title}: ${text}`}>
      <Calendar size={13} aria-hidden /> {displayText(column, value, { precision: 'minute' })}
    </span>
  );
}

function Person({ relation, row }: { relation: Relation; row: Row }) {
  const key = referredKey(relation, row) ?? [];
  const { data } = useQuery({ ...referenceQuery(relation.target, key), enabled: key.length > 0 });
  return data ? <Avatar name={data.title} size="sm" /> : null;
}
