import { Checkbox } from '@/components/controls/checkbox';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import type { Table } from '@/lib/api.gen';
import type { EmptyCellMeaning, FileSummary, ImportPlan } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { listUpsertKeys } from '../file/mapping.utils';
import styles from '../page/import-page.module.css';

const messages = csvMessages.options;

const emptyCellMeanings: readonly EmptyCellMeaning[] = ['null', 'text', 'default'];

export interface PlanOptionsProps {
  table: Table;
  summary: FileSummary;
  plan: ImportPlan;
  onChange: (changes: Partial<ImportPlan>) => void;
}

/** Selects what happens to existing rows, to empty cells and to escaped formulas. */
export function PlanOptions({ table, summary, plan, onChange }: PlanOptionsProps) {
  const { mappings, emptyCellMeaning, keyColumns, keepsFormulaEscapes } = plan;
  const upsertKeys = listUpsertKeys(
    table,
    mappings.map(({ column }) => column),
  );
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

function listTitles(table: Table, names: readonly string[]): string[] {
  return names.map((name) => table.columns.find((column) => column.name === name)?.title ?? name);
}
