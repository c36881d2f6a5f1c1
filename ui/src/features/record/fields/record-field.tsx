import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Field } from '@/components/fields/field';
import { ZoneButton } from '@/components/fields/zone-select';
import { Tooltip } from '@/components/overlays/tooltip';
import { formatRecord } from '@/data/query/table-page-state';
import { type Relation, referencedKey } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import { describeHiddenReference, fieldLockReason } from '@/data/rows/record-form.utils';
import type { Row, Value } from '@/data/rows/row';
import { isRequired, toEnteredValue } from '@/data/values/checks/check-value';
import { describeDefault } from '@/data/values/describe-default';
import { formatValue, hasGroupedDigits, isSameValue, isZoned, nullLabel } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { useSchema } from '@/lib/session';
import { CellValue } from '@/table/cells/cell-value';
import { ContactAction, ContactText } from '@/table/cells/contact-text';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { useCellStatus } from '@/table/cells/use-cell-status';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { FieldInput } from '@/table/inputs/field-input';
import { ChangeFlash } from '@/table/live/change-flash';
import { useTable } from '@/table/table-context';
import { parseFileLocation } from '../files/file-column.utils';
import { FileField } from '../files/file-field';
import type { RecordForm } from '../form/use-record-form';
import { recordMessages } from '../record-messages';
import styles from './record-field.module.css';

const messages = recordMessages.fields;

export interface RecordFieldProps {
  column: Column;
  relation: Relation | undefined;
  form: RecordForm;
  /** The error message, from the check before saving or from the database. */
  problem: ReactNode;
  isNew: boolean;
  /** The field has the whole width of the form. */
  wide: boolean;
}

/** The field of a column: tiles of its files, the value as text if it can't be changed, or the input of its type. */
export function RecordField(props: RecordFieldProps) {
  const { column, relation, form, problem, isNew, wide } = props;
  const { table } = useTable();
  const schema = useSchema();
  const lock = fieldLockReason(table, column, isNew);
  const location = parseFileLocation(column);
  if (location) return <FileField {...{ column, location, form, problem, isNew, lock }} />;
  const help = [column.comment, describeHiddenReference(schema, table, column)].filter(Boolean).join(' ');
  if (lock !== undefined) return <LockedField {...props} lock={lock} help={help} />;
  const entry = form.entryOf(column);
  const stored = findStoredChange(column, form);
  return (
    <Field
      className={styles.field}
      data-wide={wide || undefined}
      data-changed={(column.name in form.entered && !isNew) || undefined}
      label={<span dir="auto">{column.title}</span>}
      required={isNew && isRequired(column)}
      help={
        stored === undefined ? (
          help || undefined
        ) : (
          <span className={styles.stored}>{messages.storedChange(formatStored(column, stored))}</span>
        )
      }
      error={problem}
      aside={<FieldActions column={column} relation={relation} form={form} isNew={isNew} />}
    >
      <FieldInput
        column={column}
        relation={relation}
        entry={entry}
        placeholder={getPlaceholder(column, entry)}
        onChange={(next) => form.set(column, next)}
      />
    </Field>
  );
}

/** Returns the value that another user stored while this user edits the field; undefined if there is none. */
function findStoredChange(column: Column, { row, baseRow, entered }: RecordForm): Value | undefined {
  if (!row || !baseRow || !(column.name in entered)) return undefined;
  const now = row[column.name] ?? null;
  return isSameValue(now, baseRow[column.name] ?? null) ? undefined : now;
}

/** Maximum length of a stored value in the hint, in characters. */
const maxStoredLength = 120;

function formatStored(column: Column, value: Value): string {
  if (value === null) return nullLabel(column);
  const text = formatValue(column, value);
  return text.length > maxStoredLength ? `${text.slice(0, maxStoredLength)}…` : text;
}

interface LockedFieldProps extends RecordFieldProps {
  /** The reason why the column can't be changed. */
  lock: string;
  help: string;
}

function LockedField({ column, relation, form, isNew, wide, lock, help }: LockedFieldProps) {
  const { table } = useTable();
  return (
    <div className={styles.field} data-wide={wide || undefined}>
      <span className={styles.label}>
        <span dir="auto">{column.title}</span>
        {/* A record in which no field can be changed has a badge instead of a lock at each field. */}
        {(isNew || table.privileges.update) && (
          <Tooltip content={lock}>
            <button type="button" className={styles.lock} aria-label={messages.locked(column.title, lock)}>
              <Lock size={11} aria-hidden />
            </button>
          </Tooltip>
        )}
      </span>
      <span className={styles.readOnly}>
        <ReadOnlyValue column={column} relation={relation} row={form.row} />
      </span>
      {form.row && <ChangeFlash rowKey={getCachedRowKey(table, form.row)} column={column.name} />}
      {help && <p className={styles.help}>{help}</p>}
    </div>
  );
}

function getPlaceholder(column: Column, entry: unknown): string {
  if (entry === null) return nullLabel(column);
  if (entry === '') return column.kind === 'text' ? messages.emptyText : '';
  const value = describeDefault(column);
  // The input of a text shows no NULL label before the user has entered something.
  return value !== '' || !column.nullable || column.kind === 'text' ? value : nullLabel(column);
}

/** The actions beside the label: open the referenced record or the contact, set the default or NULL, change the time zone. */
function FieldActions({ column, relation, form, isNew }: Omit<RecordFieldProps, 'problem' | 'wide'>) {
  const entry = form.entryOf(column);
  const hasDefault = isNew && (column.default !== null || column.identity !== '');
  const refColumn = relation?.key.refColumns.length === 1 ? relation.key.refColumns[0] : undefined;
  return (
    <span className={styles.aside}>
      {form.row && <FieldStatus row={form.row} column={column} />}
      {column.kind === 'json' && <span>{messages.json}</span>}
      {relation && refColumn && typeof entry === 'string' && entry !== '' && (
        <Link
          href={hrefs.record(
            relation.target.schema,
            relation.target.name,
            formatRecord([{ column: refColumn, value: entry }]),
          )}
        >
          {messages.open}
        </Link>
      )}
      {typeof entry === 'string' && <ContactAction column={column} text={entry} />}
      {hasDefault && entry !== undefined && (
        <button type="button" onClick={() => form.set(column, undefined)}>
          {messages.useDefault}
        </button>
      )}
      {column.nullable && entry !== null && !(isNew && entry === undefined && column.default === null) && (
        <button
          type="button"
          aria-label={messages.setNull(column.title, nullLabel(column))}
          onClick={() => form.set(column, null)}
        >
          {nullLabel(column)}
        </button>
      )}
      {isZoned(column) && <ZoneButton className={styles.zone} />}
    </span>
  );
}

/** Shows that an edit of the field is queued or failed, and that another user just changed the value. */
function FieldStatus({ row, column }: { row: Row; column: Column }) {
  const { table } = useTable();
  const rowKey = getCachedRowKey(table, row);
  const state = useCellStatus(rowKey, column.name);
  const unsaved = state?.status === 'queued' || state?.status === 'failed' ? state.status : undefined;
  return (
    <>
      {unsaved && <SaveStatusIcon status={unsaved} />}
      <ChangeFlash rowKey={rowKey} column={column.name} />
    </>
  );
}

function ReadOnlyValue({
  column,
  relation,
  row,
}: {
  column: Column;
  relation: Relation | undefined;
  row: Row | undefined;
}) {
  const { table } = useTable();
  const value = row?.[column.name] ?? null;
  const refKey = relation && row ? referencedKey(relation, row) : undefined;
  if (relation && refKey) return <RelationChip target={relation.target} refKey={refKey} linked />;
  if (
    typeof value === 'string' &&
    (column.kind === 'json' || column.kind === 'text') &&
    !('file' in column.tags)
  ) {
    const mono = column.kind === 'json';
    return (
      <span className={styles.fullText} data-mono={mono || undefined} dir="auto">
        {value === '' ? (
          <CellValue column={column} value={value} full />
        ) : (
          <ContactText column={column} text={String(toEnteredValue(column, value))} />
        )}
      </span>
    );
  }
  return <CellValue column={column} value={value} grouped={hasGroupedDigits(table, column)} full />;
}
