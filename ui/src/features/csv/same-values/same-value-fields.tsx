import { Combobox } from '@/components/fields/combobox/combobox';
import { Field } from '@/components/fields/field';
import type { EnteredFields } from '@/data/rows/record-form.utils';
import { needsEntry } from '@/data/values/checks/check-value';
import { describeDefault } from '@/data/values/defaults/describe-default';
import type { Column, Table } from '@/lib/api.gen';
import { getOwnValue } from '@/lib/own-value';
import { FieldInput } from '@/table/inputs/field-input';
import { useRelations } from '@/table/use-relations';
import { csvMessages } from '../csv-messages';
import styles from '../page/import-page.module.css';
import type { SameValues } from './use-same-values';

const messages = csvMessages.sameValues;

export interface SameValueFieldsProps {
  table: Table;
  sameValues: SameValues;
  /** Whether the import updates existing rows. */
  isUpsert: boolean;
  onChange: (entered: EnteredFields) => void;
}

/** The inputs of columns that get the same value in all rows: required and automatic ones, and those that the user chooses. */
export function SameValueFields({ table, sameValues, isUpsert, onChange }: SameValueFieldsProps) {
  const relations = useRelations(table);
  const { columns, entered, problems } = sameValues;
  if (columns.length === 0) return null;
  const isShown = (column: Column) => needsEntry(column) || Object.hasOwn(entered, column.name);
  const others = columns.filter((column) => !isShown(column));
  const set = (name: string, entry: EnteredFields[string]) => onChange({ [name]: entry });
  return (
    <section className={styles.options} aria-label={messages.label}>
      {columns.filter(isShown).map((column) => {
        const { name, title } = column;
        const entry = getOwnValue(entered, name);
        return (
          <Field
            key={name}
            className={styles.wide}
            label={<span dir="auto">{title}</span>}
            required={needsEntry(column)}
            help={isUpsert ? messages.allRowsWithUpdates : messages.allRows}
            error={getOwnValue(problems, name)}
            aside={
              entry !== undefined &&
              entry !== null && (
                <button
                  type="button"
                  className={styles.clear}
                  aria-label={messages.clearLabel(title)}
                  onClick={() => set(name, undefined)}
                >
                  {messages.clear}
                </button>
              )
            }
          >
            <FieldInput
              column={column}
              relation={relations.get(name)}
              entry={entry}
              placeholder={describeDefault(column)}
              onChange={(next) => set(name, next === '' ? undefined : (next ?? undefined))}
            />
          </Field>
        );
      })}
      {others.length > 0 && (
        <Field label={messages.label} className={styles.wide}>
          <Combobox
            value={null}
            placeholder={messages.addColumn}
            searchLabel={csvMessages.mapping.search}
            options={others.map(({ name, title }) => ({ value: name, label: title }))}
            onValueChange={(name) => name !== null && set(name, undefined)}
          />
        </Field>
      )}
    </section>
  );
}
