import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/controls/button';
import { type Completion, findCompletion, findPhotoColumn } from '@/data/home/completion';
import { isLeadRelation } from '@/data/layouts/card-columns';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { isPeopleTable } from '@/data/relations/people-table';
import { findRelation, getReferencedKey, type Relation, referenceQuery } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { getRowHeading, isTitleColumn } from '@/data/titles/row-titles';
import { findTitleRule } from '@/data/titles/title-columns';
import { findDoneRule, findDueRule, isOverdue } from '@/data/values/formats/due-dates';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Schema, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';
import { hrefs } from '@/lib/routes';
import { ActionIcon } from '@/table/actions/action-icon';
import { useRowOffers } from '@/table/actions/use-row-offers';
import { OverdueMark } from '@/table/cells/overdue-mark';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { useReferencedTitle, useTitleFormat } from '@/table/cells/references/use-referenced-title';
import { CellValue } from '@/table/cells/values/cell-value';
import { useChangeSession } from '@/table/change-session-context';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { ChangeTime } from './change-time';
import { homeMessages as messages } from './home-messages';
import styles from './home-page.module.css';
import { PhotoStep } from './photo-step';
import { useCompletion } from './use-completion';

export interface HomeCardProps {
  table: Table;
  row: Row;
  /** The time of the row's last change, which the card shows instead of the button. */
  changedAt?: string | undefined;
}

/** A record: its title, status, due date and customer or similar, and the button that does its next step. */
export function HomeCard({ table, row: savedRow, changedAt }: HomeCardProps) {
  const { row, saveStatus } = useRowWithStatus(table, savedRow);
  const format = useTitleFormat(table, row);
  const key = getRowKey(table, row);
  const title = getRowHeading(table, row, format);
  const due = findDueRule(table)?.due;
  const { status } = findDoneRule(table);
  const titles = [title, ...findTitleRule(table).references.map((column) => format?.(column, row))];
  const lead = useLeadReference(table, row, titles);
  if (!key) return null;
  return (
    <li className={styles.card}>
      <Link href={hrefs.record(table.schema, table.name, formatRecord(key))} className={styles.cardLink}>
        <span className={styles.cardHead}>
          <span className={styles.cardTitle} dir="auto">
            {title}
          </span>
          {saveStatus && <SaveStatusIcon status={saveStatus} />}
          {(status?.kind === 'enum' || status?.status) && row[status.name] !== null && (
            <CellValue column={status} value={row[status.name] ?? null} />
          )}
        </span>
        <span className={styles.cardFields}>
          {lead ? (
            <RelationChip target={lead.target} refKey={lead.key} />
          ) : (
            <span className={styles.cardTable} dir="auto">
              {table.title}
            </span>
          )}
          {due && row[due.name] !== null && (
            <OverdueMark isLate={isOverdue(table, due, row)}>
              <CellValue column={due} value={row[due.name] ?? null} />
            </OverdueMark>
          )}
          {changedAt !== undefined && <ChangeTime text={changedAt} />}
        </span>
      </Link>
      {changedAt === undefined && <NextStep {...{ table, row, savedRow, title }} />}
    </li>
  );
}

/** Returns a row with its queued edits, and its save status; undefined if nothing of it is queued or rejected. */
function useRowWithStatus(table: Table, savedRow: Row) {
  const edits = useChangeSession().edits(table);
  const row = useSyncExternalStore(edits.subscribe, () => edits.applyQueuedEdits(savedRow));
  const saveStatus = useSyncExternalStore(edits.subscribe, () =>
    edits.rowStatus(getCachedRowKey(table, savedRow)),
  );
  return { row, saveStatus };
}

interface NextStepProps {
  table: Table;
  /** The row with its queued edits. */
  row: Row;
  savedRow: Row;
  title: string;
}

/**
 * The buttons for the row's next step: its action, or the status of a finished row; and on a touch device, a photo for an
 * empty file column.
 */
function NextStep({ table, row, savedRow, title }: NextStepProps) {
  const [step] = useRowOffers(table)(row).filter(({ isStep, action }) => isStep && !action.danger);
  const completion = findCompletion(table, row);
  const isTouch = useMediaQuery(mediaQueries.touch);
  const photo = isTouch ? findPhotoColumn(table, row) : undefined;
  if (!step && !completion && !photo) return null;
  return (
    <span className={styles.steps}>
      {photo && (
        <PhotoStep
          {...{ table, row: savedRow, title }}
          {...photo}
          completion={step ? undefined : completion}
        />
      )}
      {step ? (
        <Button className={styles.step} icon={<ActionIcon name={step.action.icon} />} onClick={step.run}>
          {step.action.label}
        </Button>
      ) : (
        completion && <CompletionButton {...{ table, row: savedRow, title, completion }} />
      )}
    </span>
  );
}

interface CompletionButtonProps {
  table: Table;
  row: Row;
  title: string;
  completion: Completion;
}

/** The button that sets the status of a finished row. */
function CompletionButton({ table, row, title, completion }: CompletionButtonProps) {
  const { isPending, complete } = useCompletion(table, row, title);
  return (
    <Button
      className={styles.step}
      icon={<Check aria-hidden />}
      pending={isPending}
      onClick={() => void complete(completion)}
    >
      {completion.label === undefined ? messages.markDone : messages.markAs(completion.label)}
    </Button>
  );
}

/**
 * Returns the target and key of the reference that a card shows. Undefined if there is none, or if the title of the referenced
 * record is one of `titles`, which the card already shows: the recipe "Sourdough" of the product "Sourdough".
 */
function useLeadReference(table: Table, row: Row, titles: readonly (string | undefined)[]) {
  const found = findLeadRelation(useSchema(), table, row);
  const target = found?.relation.target ?? table;
  const key = found?.key ?? [];
  const { data } = useQuery({ ...referenceQuery(target, key), enabled: found !== undefined });
  const title = useReferencedTitle(target, data?.row);
  return found && !(title && titles.includes(title)) ? { target, key } : undefined;
}

/** Returns the first referenced record that is not a person and not in the title, such as an order's customer. */
function findLeadRelation(schema: Schema, table: Table, row: Row) {
  for (const { columns } of table.foreignKeys) {
    const column = table.columns.find(({ name }) => name === columns[0]);
    const relation: Relation | undefined = column && findRelation(schema, table, column.name);
    const key = relation && getReferencedKey(relation, row);
    const isLead = column && relation && isLeadRelation(column, relation);
    if (isLead && key && !isPeopleTable(relation.target) && !isTitleColumn(table, column))
      return { relation, key };
  }
  return undefined;
}
