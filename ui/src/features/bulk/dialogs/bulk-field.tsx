import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { findRelation, type Relation } from '@/data/relations/references';
import { getNullLabel } from '@/data/values/value.utils';
import { currentValueQuery } from '@/data/writes/bulk/bulk-queries';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import type { Column } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { FieldInput } from '@/table/inputs/field-input';
import { useTable } from '@/table/table-context';
import styles from '../bulk.module.css';
import { bulkMessages } from '../bulk-messages';
import { type EditMode, type FieldEdit, listModes } from './bulk-edit.utils';
import { ColumnValue } from './column-value';
import { ReplaceInputs } from './replace-inputs';

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
  const modes = listModes(column, relation !== undefined);
  const set = (changes: Partial<FieldEdit>) => onChange({ ...edit, ...changes });
  return (
    <div className={styles.field}>
      <Field
        label={<span dir="auto">{column.title}</span>}
        error={problem}
        help={<CurrentValue column={column} scope={scope} />}
        aside={column.nullable && <NullButton column={column} edit={edit} onChange={set} />}
      >
        {modes.length > 1 && (
          <ModePicker
            column={column}
            modes={modes}
            mode={edit.mode}
            onChange={(mode) => set({ mode, entry: undefined })}
          />
        )}
        <BulkInput column={column} relation={relation} edit={edit} onChange={set} />
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
  onChange: (changes: Partial<FieldEdit>) => void;
}

const hints = { amount: messages.amountHint, percent: messages.percentHint, days: messages.daysHint };

function BulkInput({ column, relation, edit, onChange }: BulkInputProps) {
  const { mode, entry } = edit;
  if (mode === 'replace') {
    return <ReplaceInputs value={edit.replacement} onChange={(replacement) => onChange({ replacement })} />;
  }
  if (mode !== 'set') {
    return (
      <Input
        inputMode="decimal"
        autoComplete="off"
        placeholder={hints[mode]}
        value={typeof entry === 'string' ? entry : ''}
        onChange={(event) => onChange({ entry: event.target.value })}
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
      placeholder={entry === null ? getNullLabel(column) : emptyText}
      onChange={(next) => onChange({ entry: next })}
    />
  );
}

interface ModePickerProps {
  column: Column;
  modes: readonly EditMode[];
  mode: EditMode;
  onChange: (mode: EditMode) => void;
}

/** Chooses how the column is changed. */
function ModePicker({ column, modes, mode, onChange }: ModePickerProps) {
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
          {messages.modes[each]}
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
      aria-label={messages.setNull(column.title, getNullLabel(column))}
      onClick={() => onChange({ mode: 'set', entry: isNull ? undefined : null })}
    >
      {getNullLabel(column)}
    </button>
  );
}

/** The value that all rows have in a column, or that they have different values. */
function CurrentValue({ column, scope }: { column: Column; scope: BulkScope }) {
  const { table } = useTable();
  const { data } = useQuery(currentValueQuery(table, scope, column));
  if (!data) return null;
  if (data.kind === 'various') return messages.mixedValues;
  return (
    <span className={styles.currentValue}>
      {messages.currentValue}
      <ColumnValue column={column} value={data.value} />
    </span>
  );
}
