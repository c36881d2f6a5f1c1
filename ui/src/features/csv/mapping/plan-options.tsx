import { Checkbox } from '@/components/controls/checkbox';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import type { Table } from '@/lib/api.gen';
import type { DecimalSeparator, EmptyCellMeaning, FileSummary, ImportPlan } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { isNumericColumn } from '../file/number-format.utils';
import styles from '../page/import-page.module.css';
import { listUpsertKeys } from './mapping.utils';

const messages = csvMessages.options;

const decimalSeparators = ['.', ','] as const;
const emptyCellMeanings: readonly EmptyCellMeaning[] = ['null', 'text', 'default'];

export interface PlanOptionsProps {
  table: Table;
  summary: FileSummary;
  plan: ImportPlan;
  onChange: (changes: Partial<ImportPlan>) => void;
}

/** Selects how existing rows, empty cells, numbers and escaped formulas are imported. */
export function PlanOptions({ table, summary, plan, onChange }: PlanOptionsProps) {
  const { emptyCellMeaning, keyColumns, keepsFormulaEscapes, decimalSeparator = '.' } = plan;
  const upsertKeys = listUpsertKeys(table, plan);
  const meanings: readonly EmptyCellMeaning[] =
    summary.emptyStrings === 'none' ? emptyCellMeanings : ['quoted', ...emptyCellMeanings];
  return (
    <section className={styles.options} aria-label={messages.label}>
      <Field
        label={messages.existingRows}
        help={upsertKeys.length === 0 ? messages.updateHelp : undefined}
        className={styles.wide}
      >
        <Select
          value={JSON.stringify(keyColumns)}
          options={[
            { value: '[]', label: messages.insertAll },
            ...upsertKeys.map((key) => ({
              value: JSON.stringify(key),
              label: messages.updateBy(listTitles(table, key)),
            })),
          ]}
          onValueChange={(value) => onChange({ keyColumns: JSON.parse(value) as string[] })}
        />
      </Field>
      <Field label={messages.emptyCells}>
        <Select
          value={emptyCellMeaning}
          options={meanings.map((value) => ({ value, label: messages.emptyCellMeanings[value] }))}
          onValueChange={(value) => onChange({ emptyCellMeaning: value as EmptyCellMeaning })}
        />
      </Field>
      {hasNumbers(table, plan) && (
        <Field label={messages.decimals}>
          <Select
            value={decimalSeparator}
            options={decimalSeparators.map((value) => ({ value, label: messages.decimalSeparators[value] }))}
            onValueChange={(value) => onChange({ decimalSeparator: value as DecimalSeparator })}
          />
        </Field>
      )}
      {summary.escapedFormulaCount > 0 && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label className={styles.checkboxLabel}>
          <Checkbox
            checked={!keepsFormulaEscapes}
            onCheckedChange={(checked) => onChange({ keepsFormulaEscapes: checked !== true })}
          />
          {messages.removeEscapes(summary.escapedFormulaCount)}
        </label>
      )}
    </section>
  );
}

/** Returns whether a column of the file is imported into a column of numbers. */
function hasNumbers(table: Table, { mappings }: ImportPlan): boolean {
  const targets = mappings.filter(({ matchColumn }) => matchColumn === undefined);
  return table.columns.some(
    (column) => isNumericColumn(column) && targets.some((target) => target.column === column.name),
  );
}

function listTitles(table: Table, names: readonly string[]): string[] {
  return names.map((name) => table.columns.find((column) => column.name === name)?.title ?? name);
}
