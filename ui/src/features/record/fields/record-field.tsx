import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Field } from '@/components/fields/field';
import { ZoneButton } from '@/components/fields/zone-select';
import { Tooltip } from '@/components/overlays/tooltip';
import { formatRecord } from '@/data/query/table-page-state';
import { type Relation, referencedKey } from '@/data/relations/references';
import { describeHiddenReference, fieldLockReason } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import { isRequired, toEnteredValue } from '@/data/values/checks/check-value';
import { describeDefault } from '@/data/values/describe-default';
import { hasGroupedDigits, isZoned, nullLabel } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { useSchema } from '@/lib/session';
import { CellValue } from '@/table/cells/cell-value';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { useCellStatus } from '@/table/cells/use-cell-status';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { FieldInput } from '@/table/inputs/field-input';
import { useTable } from '@/table/table-context';
import { parseFileLocation } from '../files/file-column.utils';
import { FileField } from '../files/file-field';
import type { RecordForm } from '../form/use-record-form';
import styles from './record-field.module.css';

export interface RecordFieldProps {
  column: Column;
  relation: Relation | undefined;
  form: RecordForm;
  /** What is wrong with it, by our checks or the backend's. */
  problem: ReactNode;
  isNew: boolean;
  /** It has the form's whole width. */
  wide: boolean;
}

/** A column of a record: to be read where it can't be changed, else with the control of its type. */
export function RecordField({ column, relation, form, problem, isNew, wide }: RecordFieldProps) {
  const { table } = useTable();
  const schema = useSchema();
  const help = [column.comment, describeHiddenReference(schema, table, column)].filter(Boolean).join(' ');
  const lock = fieldLockReason(table, column, isNew);
  const entry = form.entryOf(column);
  const changed = column.name in form.entered;
  const location = parseFileLocation(column);
  if (location) return <FileField {...{ column, location, form, problem, isNew, lock }} />;
  if (lock !== undefined) {
    return (
      <div className={styles.field} data-wide={wide || undefined}>
        <span className={styles.label}>
          <span dir="auto">{column.title}</span>
          {/* A record of which no field can be changed has one badge instead. */}
          {(isNew || table.privileges.update) && (
            <Tooltip content={lock}>
              <button
                type="button"
                className={styles.lock}
                aria-label={`${column.title} can’t be changed: ${lock}`}
              >
                <Lock size={11} aria-hidden />
              </button>
            </Tooltip>
          )}
        </span>
        <span className={styles.readOnly}>
          <ReadOnlyValue column={column} relation={relation} row={form.baseRow} />
        </span>
        {help && <p className={styles.help}>{help}</p>}
      </div>
    );
  }
  return (
    <Field
      className={styles.field}
      data-wide={wide || undefined}
      data-changed={(changed && !isNew) || undefined}
      label={<span dir="auto">{column.title}</span>}
      required={isNew && isRequired(column)}
      help={help || undefined}
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

function getPlaceholder(column: Column, entry: unknown): string {
  if (entry === null) return nullLabel(column);
  if (entry === '') return column.kind === 'text' ? 'Empty' : '';
  const value = describeDefault(column);
  // An untouched text can stay blank: nothing is entered that NULL must be told apart from.
  return value !== '' || !column.nullable || column.kind === 'text' ? value : nullLabel(column);
}

/** Beside the label: the zone of a moment, the way to a referred record, and back to NULL and to the default. */
function FieldActions({ column, relation, form, isNew }: Omit<RecordFieldProps, 'problem' | 'wide'>) {
  const entry = form.entryOf(column);
  const hasDefault = isNew && (column.default !== null || column.identity !== '');
  const refColumn = relation?.key.refColumns.length === 1 ? relation.key.refColumns[0] : undefined;
  return (
    <span className={styles.aside}>
      {form.row && <FieldStatus row={form.row} column={column} />}
      {column.kind === 'json' && <span>JSON</span>}
      {relation && refColumn && typeof entry === 'string' && entry !== '' && (
        <Link
          href={hrefs.record(
            relation.target.schema,
            relation.target.name,
            formatRecord([{ column: refColumn, value: entry }]),
          )}
        >
          Open
        </Link>
      )}
      {hasDefault && entry !== undefined && (
        <button type="button" onClick={() => form.set(column, undefined)}>
          Default
        </button>
      )}
      {column.nullable && entry !== null && !(isNew && entry === undefined && column.default === null) && (
        <button
          type="button"
          aria-label={`Set ${column.title} to ${nullLabel(column)}`}
          onClick={() => form.set(column, null)}
        >
          {nullLabel(column)}
        </button>
      )}
      {isZoned(column) && <ZoneButton className={styles.zone} />}
    </span>
  );
}

/** That the value isn't saved yet, where it isn't. */
function FieldStatus({ row, column }: { row: Row; column: Column }) {
  const { table } = useTable();
  const state = useCellStatus(rowKeyText(table, row), column.name);
  return state?.status === 'queued' || state?.status === 'failed' ? (
    <SaveStatusIcon status={state.status} />
  ) : null;
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
          String(toEnteredValue(column, value))
        )}
      </span>
    );
  }
  return <CellValue column={column} value={value} grouped={hasGroupedDigits(table, column)} full />;
}
