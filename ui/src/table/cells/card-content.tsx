import { useQuery } from '@tanstack/react-query';
import { Calendar, TextAlignStart } from 'lucide-react';
import { Avatar } from '@/components/marks/avatar';
import { layoutCard } from '@/data/layouts/views.utils';
import { getReferencedKey, type Relation, referenceQuery } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { getColumnFileURL } from '@/data/values/file-url';
import { isOverdue } from '@/data/values/formats/due-dates';
import { formatValue, hasGroupedDigits, isLongText } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { getCardRule, useRowColors } from '@/table/colors/color-rules-context';
import { RuleMark } from '@/table/colors/rule-mark';
import marks from '@/table/colors/rule-mark.module.css';
import { CommentCount } from '@/table/comments/comment-count';
import { ChangeFlash } from '@/table/live/change-flash';
import { PresenceOutline } from '@/table/live/presence-outline';
import { useTable } from '@/table/table-context';
import { tableMessages } from '@/table/table-messages';
import styles from './card-content.module.css';
import { OverdueMark } from './overdue-mark';
import { Picture } from './picture';
import { RelationChip } from './references/relation-chip';
import { RowTitle } from './references/row-title';
import { useRowStatus, useRowWithQueuedEdits } from './status/use-cell-status';
import { RowValue } from './values/row-value';

const messages = tableMessages.cells;

export interface CardContentProps {
  row: Row;
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  /** Marks the title as overdue, for a card without its due date. */
  isLate?: boolean;
}

/** The content of a row's card: the picture, the title and the chosen fields. */
export function CardContent({ row: saved, fields, relations, isLate = false }: CardContentProps) {
  const { table } = useTable();
  const row = useRowWithQueuedEdits(saved);
  const status = useRowStatus(saved);
  const rule = getCardRule(useRowColors(row));
  const { amount, lines, footer, people } = layoutCard(table, relations, fields, row);
  return (
    <>
      <ChangeFlash rowKey={getCachedRowKey(table, row)} />
      <PresenceOutline rowKey={getCachedRowKey(table, row)} shape="card" />
      <CardPicture row={row} fields={fields} />
      <span className={styles.content}>
        {rule && <span className={marks.fill} data-rule={rule.color} aria-hidden />}
        <span className={styles.head}>
          {rule && <RuleMark rule={rule} />}
          <span
            className={styles.title}
            data-pending-delete={status === 'pendingDelete' || undefined}
            dir="auto"
          >
            <OverdueMark isLate={isLate}>
              <RowTitle row={row} relations={relations} />
            </OverdueMark>
          </span>
          <CommentCount row={saved} className={styles.comments} />
          {amount && (
            <span className={styles.amount}>
              <RowValue table={table} row={row} column={amount} grouped />
            </span>
          )}
        </span>
        {lines.map((column) => (
          <CardLine key={column.name} column={column} row={row} relation={relations.get(column.name)} />
        ))}
        {footer.length + people.length > 0 && (
          <span className={styles.foot}>
            {footer.map((column) => (
              <FootField key={column.name} column={column} row={row} />
            ))}
            <span className={styles.people}>
              {people.map((column) => {
                const relation = relations.get(column.name);
                return relation && <PersonAvatar key={column.name} relation={relation} row={row} />;
              })}
            </span>
          </span>
        )}
      </span>
    </>
  );
}

function CardPicture({ row, fields }: Pick<CardContentProps, 'row' | 'fields'>) {
  const column = fields.find((field) => 'file' in field.tags && !field.array);
  const value = column && row[column.name];
  const url = column && typeof value === 'string' ? getColumnFileURL(column, value) : undefined;
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
  const refKey = relation && getReferencedKey(relation, row);
  return (
    <span className={styles.line}>
      {relation && refKey ? (
        <RelationChip target={relation.target} refKey={refKey} />
      ) : (
        <RowValue table={table} row={row} column={column} grouped={hasGroupedDigits(table, column)} />
      )}
    </span>
  );
}

/** A date with an icon; for a long text only an icon, with the beginning of the text as tooltip. */
function FootField({ column, row }: FieldProps) {
  const { table } = useTable();
  const isLate = isOverdue(table, column, row);
  const value = row[column.name] ?? null;
  const text = formatValue(column, value);
  if (isLongText(column)) {
    const start = messages.fieldText(column.title, text.slice(0, 300));
    return (
      <span title={start}>
        <TextAlignStart size={13} role="img" aria-label={column.title} />
      </span>
    );
  }
  return (
    <span title={messages.fieldText(column.title, text)}>
      <OverdueMark isLate={isLate}>
        {!isLate && <Calendar size={13} className={styles.icon} aria-hidden />}
        <span className={styles.date}>{formatValue(column, value, { precision: 'minute' })}</span>
      </OverdueMark>
    </span>
  );
}

function PersonAvatar({ relation, row }: { relation: Relation; row: Row }) {
  const key = getReferencedKey(relation, row) ?? [];
  const { data } = useQuery({ ...referenceQuery(relation.target, key), enabled: key.length > 0 });
  return data ? <Avatar name={data.title} size="sm" /> : null;
}
