import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { findRelation, type Relation } from '@/data/relations/references';
import { hasGroupedDigits, nullLabel } from '@/data/values/value.utils';
import { currentValueQuery } from '@/data/writes/bulk/bulk-queries';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import type { Column } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { CellValue } from '@/table/cells/cell-value';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { FieldInput } from '@/table/inputs/field-input';
import { useTable } from '@/table/table-context';
import styles from '../bulk.module.css';
import { bulkMessages } from '../bulk-messages';
import { canChangeByAmount, type FieldEdit } from './bulk-edit.utils';

export interface BulkFieldProps {
  column: Column;
  scope: BulkScope;
  edit: FieldEdit;
  problem: string | undefined;
  onChange: (edit: FieldEdit) => void;
  onRemove: () => void;
}

const messages = bulkMessages.field;

/** The field of a column in a bulk edit: how to change it, the value, and below it the current value of the rows. */
export function BulkField({ column, scope, edit, problem, onChange, onRemove }: BulkFieldProps) {
  const schema = useSchema();
  const { table } = useTable();
  const relation = findRelation(schema, table, column.name);
  const set = (changes: Partial<FieldEdit>) => onChange({ ...edit, ...changes });
  return (
    <div className={styles.field}>
      <Field
        label={<span dir="auto">{column.title}</span>}
        error={problem}
        help={<CurrentValue column={column} scope={scope} />}
        aside={column.nullable && <NullButton column={column} edit={edit} onChange={set} />}
      >
        {canChangeByAmount(column) && !relation && (
          <ModePicker column={column} mode={edit.mode} onChange={(mode) => set({ mode, entry: undefined })} />
        )}
        <BulkInput column={column} relation={relation} edit={edit} onChange={(entry) => set({ entry })} />
      </Field>
      <IconButton
        size="sm"
        label={messages.remove(column.title)}
        icon={<X size={14} aria-hidden />}
        onClick={onRemove}
      />
    </div>
  );
}

interface BulkInputProps {
  column: Column;
  relation: Relation | undefined;
  edit: FieldEdit;
  onChange: (entry: FieldEdit['entry']) => void;
}

function BulkInput({ column, relation, edit: { mode, entry }, onChange }: BulkInputProps) {
  if (mode !== 'set') {
    return (
      <Input
        inputMode="decimal"
        autoComplete="off"
        placeholder={mode === 'amount' ? messages.amountHint : messages.percentHint}
        value={typeof entry === 'string' ? entry : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const emptyText = entry === '' ? messages.emptyText : messages.setHint;
  return (
    <FieldInput
      // The switch of a required boolean has no state for "no value chosen"; the input of a nullable one has.
      column={column.kind === 'boolean' ? { ...column, nullable: true } : column}
      relation={relation}
      entry={entry}
      placeholder={entry === null ? nullLabel(column) : emptyText}
      onChange={onChange}
    />
  );
}

const modes = ['set', 'amount', 'percent'] as const;

interface ModePickerProps {
  column: Column;
  mode: FieldEdit['mode'];
  onChange: (mode: FieldEdit['mode']) => void;
}

/** Chooses between a new value, an amount and a percentage. */
function ModePicker({ column, mode, onChange }: ModePickerProps) {
  return (
    <fieldset className={styles.modes} aria-label={messages.mode(column.title)}>
      {modes.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.mode}
          aria-pressed={each === mode}
          onClick={() => each !== mode && onChange(each)}
        >
          {messages[each]}
        </button>
      ))}
    </fieldset>
  );
}

interface NullButtonProps {
  column: Column;
  edit: FieldEdit;
  onChange: (changes: Pick<FieldEdit, 'mode' | 'entry'>) => void;
}

function NullButton({ column, edit, onChange }: NullButtonProps) {
  const isNull = edit.mode === 'set' && edit.entry === null;
  return (
    <button
      type="button"
      className={styles.nullButton}
      aria-pressed={isNull}
      aria-label={messages.setNull(column.title, nullLabel(column))}
      onClick={() => onChange({ mode: 'set', entry: isNull ? undefined : null })}
    >
      {nullLabel(column)}
    </button>
  );
}

/** The value that all rows have in a column, or that they have different values. */
function CurrentValue({ column, scope }: { column: Column; scope: BulkScope }) {
  const { table } = useTable();
  const schema = useSchema();
  const { data } = useQuery(currentValueQuery(table, scope, column));
  if (!data) return null;
  if (data.kind === 'various') return messages.mixedValues;
  const relation = findRelation(schema, table, column.name);
  const refColumn = relation?.key.refColumns.length === 1 ? relation.key.refColumns[0] : undefined;
  return (
    <span className={styles.currentValue}>
      {messages.currentValue}
      {relation && refColumn && typeof data.value === 'string' ? (
        <RelationChip target={relation.target} refKey={[{ column: refColumn, value: data.value }]} />
      ) : (
        <CellValue column={column} value={data.value} grouped={hasGroupedDigits(table, column)} full />
      )}
    </span>
  );
}
