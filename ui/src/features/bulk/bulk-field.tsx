import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { relationOf } from '@/data/relations/references';
import { hasGroupedDigits, nullLabel } from '@/data/values/value.utils';
import { currentValueQuery } from '@/data/writes/bulk/bulk-access';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import type { Column } from '@/lib/api.gen';
import { useSchema } from '@/lib/session';
import { CellValue } from '@/table/cells/cell-value';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { FieldInput } from '@/table/inputs/field-input';
import { useTable } from '@/table/table-context';
import styles from './bulk.module.css';
import { canChangeByAmount, type FieldEdit } from './bulk-edit.utils';

export interface BulkFieldProps {
  column: Column;
  scope: BulkScope;
  edit: FieldEdit;
  problem: string | undefined;
  onChange: (edit: FieldEdit) => void;
  onRemove: () => void;
}

/** A column that all rows of a bulk edit get a value in, and what is in it now. */
export function BulkField({ column, scope, edit, problem, onChange, onRemove }: BulkFieldProps) {
  const schema = useSchema();
  const { table } = useTable();
  const relation = relationOf(schema, table, column.name);
  const isNull = edit.mode === 'set' && edit.entry === null;
  const set = (changes: Partial<FieldEdit>) => onChange({ ...edit, ...changes });
  return (
    <div className={styles.field}>
      <Field
        label={<span dir="auto">{column.title}</span>}
        error={problem}
        help={<CurrentValue column={column} scope={scope} />}
        aside={
          <span className={styles.modes}>
            {canChangeByAmount(column) && !relation && (
              <ModeButton isPressed={edit.mode === 'by'} onPress={() => set(toggleMode(edit))}>
                Change by
              </ModeButton>
            )}
            {column.nullable && (
              <ModeButton
                isPressed={isNull}
                label={`Set ${column.title} to ${nullLabel(column)}`}
                onPress={() => set({ mode: 'set', entry: isNull ? undefined : null })}
              >
                {nullLabel(column)}
              </ModeButton>
            )}
          </span>
        }
      >
        {edit.mode === 'by' ? (
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder="5 more, or -5"
            value={typeof edit.entry === 'string' ? edit.entry : ''}
            onChange={(event) => set({ entry: event.target.value })}
          />
        ) : (
          <FieldInput
            // A switch could not say 'not chosen yet'.
            column={column.kind === 'boolean' ? { ...column, nullable: true } : column}
            relation={relation}
            entry={edit.entry}
            placeholder={isNull ? nullLabel(column) : edit.entry === '' ? 'empty' : 'The same in all rows'}
            onChange={(entry) => set({ entry })}
          />
        )}
      </Field>
      <IconButton
        size="sm"
        label={`Leave ${column.title} as it is`}
        icon={<X size={14} aria-hidden />}
        onClick={onRemove}
      />
    </div>
  );
}

function toggleMode({ mode }: FieldEdit): Partial<FieldEdit> {
  return { mode: mode === 'by' ? 'set' : 'by', entry: undefined };
}

interface ModeButtonProps {
  isPressed: boolean;
  label?: string;
  onPress: () => void;
  children: string;
}

function ModeButton({ isPressed, label, onPress, children }: ModeButtonProps) {
  return (
    <button
      type="button"
      className={styles.mode}
      aria-pressed={isPressed}
      aria-label={label}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function CurrentValue({ column, scope }: { column: Column; scope: BulkScope }) {
  const { table } = useTable();
  const schema = useSchema();
  const { data } = useQuery(currentValueQuery(table, scope, column));
  if (!data) return null;
  if (data.kind === 'various') return 'Now: various values';
  const relation = relationOf(schema, table, column.name);
  const refColumn = relation?.key.refColumns.length === 1 ? relation.key.refColumns[0] : undefined;
  return (
    <span className={styles.currentValue}>
      Now in all:{' '}
      {relation && refColumn && typeof data.value === 'string' ? (
        <RelationChip target={relation.target} refKey={[{ column: refColumn, value: data.value }]} />
      ) : (
        <CellValue column={column} value={data.value} grouped={hasGroupedDigits(table, column)} full />
      )}
    </span>
  );
}
