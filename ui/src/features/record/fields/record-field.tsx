import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tooltip } from '@/components/overlays/tooltip';
import { LazyTextEditor } from '@/components/text-editor/lazy-text-editor';
import { parseFileLocation } from '@/data/relations/file-location';
import { getReferencedKey, type Relation } from '@/data/relations/references';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import { lacksLargeValue } from '@/data/rows/large-columns';
import { describeHiddenReference, findFieldLockReason } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { toEnteredValue } from '@/data/values/checks/check-value';
import { getColumnFormat } from '@/data/values/formats/column-format';
import { isOverdue } from '@/data/values/formats/due-dates';
import { applyRowCurrency } from '@/data/values/formats/row-currency';
import { textEditorLength } from '@/data/values/large-values';
import { hasGroupedDigits } from '@/data/values/value.utils';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { OverdueMark } from '@/table/cells/overdue-mark';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { CellValue } from '@/table/cells/values/cell-value';
import { ContactText } from '@/table/cells/values/contact-text';
import { ChangeFlash } from '@/table/live/change-flash';
import { MarkdownPreview } from '@/table/markdown/markdown-preview';
import { useTable } from '@/table/table-context';
import { FileField } from '../files/file-field';
import type { RecordForm } from '../form/use-record-form';
import { recordMessages } from '../record-messages';
import { EditableField } from './editable-field';
import { LargeValue } from './large-value';
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
  const { column, form, problem, isNew } = props;
  const { table } = useTable();
  const schema = useSchema();
  const lock = findFieldLockReason(table, column, isNew);
  const location = parseFileLocation(column);
  if (location) return <FileField {...{ column, location, form, problem, isNew, lock }} />;
  const help = [column.comment, describeHiddenReference(schema, table, column)].filter(Boolean).join(' ');
  const { row } = form;
  if (row && lacksLargeValue(table, row, column.name) && !Object.hasOwn(form.entered, column.name))
    return <LargeField row={row} {...{ column, help }} />;
  if (lock !== undefined) return <LockedField {...props} lock={lock} help={help} />;
  return <EditableField {...props} help={help} />;
}

interface LargeFieldProps {
  row: Row;
  column: Column;
  help: string;
}

/** The field of a value that is not part of the record because it is large. */
function LargeField({ row, column, help }: LargeFieldProps) {
  const { table } = useTable();
  const recordKey = getRowKey(table, row) ?? [];
  return (
    <div className={styles.field} data-wide>
      <span className={styles.label} dir="auto">
        {column.title}
      </span>
      <LargeValue {...{ table, recordKey, column }} />
      {help && <p className={styles.help}>{help}</p>}
    </div>
  );
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
  const refKey = relation && row ? getReferencedKey(relation, row) : undefined;
  if (relation && refKey) return <RelationChip target={relation.target} refKey={refKey} linked />;
  if (typeof value === 'string' && getColumnFormat(column).kind === 'markdown') {
    return <MarkdownPreview text={value} isDocument />;
  }
  if (
    typeof value === 'string' &&
    (column.kind === 'json' || column.kind === 'text') &&
    !('file' in column.tags)
  ) {
    const mono = column.kind === 'json' || getColumnFormat(column).kind === 'code';
    if (value.length > textEditorLength) {
      const language = mono ? 'json' : 'plain';
      return <LazyTextEditor {...{ value, language }} label={column.title} readOnly />;
    }
    return (
      <span className={styles.fullText} data-mono={mono || undefined} dir="auto">
        {value === '' || isShownInOwnForm(column) ? (
          <CellValue column={column} value={value} full />
        ) : (
          <ContactText column={column} text={String(toEnteredValue(column, value))} />
        )}
      </span>
    );
  }
  return (
    <OverdueMark isLate={row !== undefined && isOverdue(table, column, row)}>
      <CellValue
        column={row ? applyRowCurrency(table, column, row) : column}
        value={value}
        grouped={hasGroupedDigits(table, column)}
        full={value !== null}
      />
    </OverdueMark>
  );
}

/** Whether a text has a form of its own: a color or a country. */
function isShownInOwnForm(column: Column): boolean {
  const { kind } = getColumnFormat(column);
  return kind === 'color' || kind === 'country';
}
