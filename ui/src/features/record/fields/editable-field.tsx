import { Link } from 'wouter';
import { ZoneButton } from '@/components/fields/combobox/zone-select';
import { Field } from '@/components/fields/field';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row, Value } from '@/data/rows/row';
import { needsEntry } from '@/data/values/checks/check-value';
import { describeDefault } from '@/data/values/defaults/describe-default';
import { describeDefaultRule } from '@/data/values/defaults/describe-default-rule';
import { getColumnFormat } from '@/data/values/formats/column-format';
import { isOverdue } from '@/data/values/formats/due-dates';
import { getInputUnit } from '@/data/values/formats/input-unit';
import { applyRowCurrency } from '@/data/values/formats/row-currency';
import {
  formatValue,
  getNullLabel,
  getNumberForm,
  hasGroupedDigits,
  isSameValue,
  isZoned,
} from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { hashHue } from '@/lib/text/hue';
import { OverdueMark } from '@/table/cells/overdue-mark';
import { useCellStatus } from '@/table/cells/status/use-cell-status';
import { ContactAction } from '@/table/cells/values/contact-text';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { FieldInput } from '@/table/inputs/field-input';
import { ChangeFlash } from '@/table/live/change-flash';
import { listNames } from '@/table/live/editor-outline';
import { useRecordPresence, useReportEditing } from '@/table/live/use-presence';
import { MarkdownPreview } from '@/table/markdown/markdown-preview';
import { useTable } from '@/table/table-context';
import { tableMessages } from '@/table/table-messages';
import type { RecordForm } from '../form/use-record-form';
import { recordMessages } from '../record-messages';
import type { RecordFieldProps } from './record-field';
import styles from './record-field.module.css';

const messages = recordMessages.fields;

interface EditableFieldProps extends RecordFieldProps {
  help: string;
}

/** A field with the input of its type. Names the users who edit it too, and shows the value that another user stored. */
export function EditableField({ column, relation, form, problem, isNew, wide, help }: EditableFieldProps) {
  const { table } = useTable();
  const entry = form.entryOf(column, getNumberForm(table, column));
  const stored = findStoredChange(column, form);
  const users = useRecordPresence(form.row ? getCachedRowKey(table, form.row) : '');
  const editors = listNames(users.filter((user) => user.column === column.name));
  const [firstEditor] = editors;
  const editing = useReportEditing(form.row, column.name);
  return (
    <Field
      className={styles.field}
      data-wide={wide || undefined}
      data-hue={firstEditor === undefined ? undefined : hashHue(firstEditor)}
      data-changed={(Object.hasOwn(form.entered, column.name) && !isNew) || undefined}
      onFocus={editing.begin}
      onBlur={editing.end}
      label={<span dir="auto">{column.title}</span>}
      required={isNew && needsEntry(column)}
      help={
        firstEditor !== undefined ? (
          <span className={styles.editors}>{tableMessages.live.isEditing(editors)}</span>
        ) : stored === undefined ? (
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
        placeholder={getPlaceholder(table, column, entry)}
        onChange={(next) => form.set(column, next)}
      />
      {getColumnFormat(column).kind === 'markdown' && typeof entry === 'string' && entry !== '' && (
        <div className={styles.preview}>
          <MarkdownPreview text={entry} isDocument />
        </div>
      )}
    </Field>
  );
}

/** Returns the value that another user stored while this user edits the field; undefined if there is none. */
function findStoredChange(column: Column, { row, baseRow, entered }: RecordForm): Value | undefined {
  if (!row || !baseRow || !Object.hasOwn(entered, column.name)) return undefined;
  const now = row[column.name] ?? null;
  return isSameValue(now, baseRow[column.name] ?? null) ? undefined : now;
}

/** Maximum length of a stored value in the hint, in characters. */
const maxStoredLength = 120;

function formatStored(column: Column, value: Value): string {
  if (value === null) return getNullLabel(column);
  const text = formatValue(column, value);
  return text.length > maxStoredLength ? `${text.slice(0, maxStoredLength)}…` : text;
}

function getPlaceholder(table: Table, column: Column, entry: unknown): string {
  if (entry === null) return getNullLabel(column);
  if (entry === '') return column.kind === 'text' ? messages.emptyText : '';
  const value =
    describeDefaultRule(column)?.value ?? describeDefault(column, undefined, hasGroupedDigits(table, column));
  // The input of a text shows no NULL label before the user has entered something.
  return value !== '' || !column.nullable || column.kind === 'text' ? value : getNullLabel(column);
}

/** The actions beside the label: open the referenced record or the contact, set the default or NULL, change the time zone. */
function FieldActions({ column, relation, form, isNew }: Omit<RecordFieldProps, 'problem' | 'wide'>) {
  const { table } = useTable();
  const entry = form.entryOf(column);
  const hasDefault = isNew && (column.default !== null || column.identity !== '');
  const rule = hasDefault && entry === undefined && describeDefaultRule(column)?.rule;
  const unit = getInputUnit(applyRowCurrency(table, column, { ...form.row, ...form.entered }));
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
      {rule && <span>{rule}</span>}
      {hasDefault && entry !== undefined && (
        <button type="button" onClick={() => form.set(column, undefined)}>
          {messages.useDefault}
        </button>
      )}
      {column.nullable && entry !== null && !(isNew && entry === undefined && column.default === null) && (
        <button
          type="button"
          aria-label={messages.setNull(column.title, getNullLabel(column))}
          onClick={() => form.set(column, null)}
        >
          {getNullLabel(column)}
        </button>
      )}
      {form.row && isOverdue(table, column, form.row) && (
        <OverdueMark isLate>{tableMessages.cells.overdue}</OverdueMark>
      )}
      {unit !== '' && <span>{unit}</span>}
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
