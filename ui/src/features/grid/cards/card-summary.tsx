import { CircleCheck } from 'lucide-react';
import { getReferencedKey, type Relation } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { isOverdue } from '@/data/values/formats/due-dates';
import { hasGroupedDigits } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { OverdueMark } from '@/table/cells/overdue-mark';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { RowTitle } from '@/table/cells/references/row-title';
import { useRowStatus } from '@/table/cells/status/use-cell-status';
import { EnumChip } from '@/table/cells/values/enum-chip';
import { RowValue } from '@/table/cells/values/row-value';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { getCardRule, useRowColors } from '@/table/colors/color-rules-context';
import { RuleMark } from '@/table/colors/rule-mark';
import { CommentCount } from '@/table/comments/comment-count';
import { ChangeFlash } from '@/table/live/change-flash';
import { PresenceOutline } from '@/table/live/presence-outline';
import { useTable } from '@/table/table-context';
import { gridMessages as messages } from '../grid-messages';
import styles from './card-summary.module.css';
import type { RecordCardsProps } from './record-cards';
import { selectCardFields } from './select-card-fields';

export interface CardSummaryProps extends Pick<RecordCardsProps, 'columns' | 'relations'> {
  row: Row;
  isTicked: boolean;
}

/** The content of a card: the row's title, save status, comments and state, the fields that fit, and what other users do. */
export function CardSummary({ row, columns, relations, isTicked }: CardSummaryProps) {
  const { table } = useTable();
  const saveStatus = useRowStatus(row);
  const { state, lead, figures } = selectCardFields(table, columns, relations, row);
  const rowKey = getCachedRowKey(table, row);
  const rule = getCardRule(useRowColors(row));
  return (
    <>
      <ChangeFlash rowKey={rowKey} />
      <PresenceOutline rowKey={rowKey} shape="clipped" />
      <span className={styles.head}>
        {isTicked && (
          <CircleCheck size={16} aria-label={messages.rowActions.selected} className={styles.tick} />
        )}
        {rule && <RuleMark rule={rule} />}
        <span
          className={styles.title}
          data-pending-delete={saveStatus === 'pendingDelete' || undefined}
          dir="auto"
        >
          <RowTitle row={row} relations={relations} />
        </span>
        {saveStatus && <SaveStatusIcon status={saveStatus} />}
        <CommentCount row={row} />
        {state && <EnumChip column={state} value={String(row[state.name])} />}
      </span>
      <span className={styles.fields}>
        {lead && (
          <span className={styles.lead}>
            <FieldValue column={lead} row={row} relation={relations.get(lead.name)} />
          </span>
        )}
        {figures.map((column) => (
          <span key={column.name} className={styles.figure}>
            <span className={styles.label} dir="auto">
              {column.title}
            </span>
            <FieldValue column={column} row={row} relation={undefined} />
          </span>
        ))}
      </span>
    </>
  );
}

interface FieldValueProps {
  column: Column;
  row: Row;
  relation: Relation | undefined;
}

function FieldValue({ column, row, relation }: FieldValueProps) {
  const { table } = useTable();
  const refKey = relation && getReferencedKey(relation, row);
  if (relation && refKey) return <RelationChip target={relation.target} refKey={refKey} />;
  return (
    <OverdueMark isLate={isOverdue(table, column, row)}>
      <RowValue table={table} row={row} column={column} grouped={hasGroupedDigits(table, column)} />
    </OverdueMark>
  );
}
