import { Checkbox } from '@/components/controls/checkbox';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import type { Table } from '@/lib/api.gen';
import { formatPlural } from '@/lib/format';
import type { EmptyCellMeaning, FileSummary, ImportPlan } from '../csv.types';
import { listUpsertKeys } from '../file/mapping.utils';
import styles from '../page/import-page.module.css';

const quotedOption: { value: EmptyCellMeaning; label: string } = {
  value: 'quoted',
  label: 'NULL; an empty text if it is ""',
};
const emptyCellOptions: { value: EmptyCellMeaning; label: string }[] = [
  { value: 'null', label: 'NULL, no value' },
  { value: 'text', label: 'An empty text, where it is text' },
  { value: 'default', label: 'The column’s default' },
];

export interface PlanOptionsProps {
  table: Table;
  summary: FileSummary;
  plan: ImportPlan;
  onEmptyCellMeaningChange: (empty: EmptyCellMeaning) => void;
  onKeyColumnsChange: (keys: readonly string[]) => void;
  onKeepEscapesChange: (keep: boolean) => void;
}

/** What happens to rows that are there already, and what an empty cell means. */
export function PlanOptions({
  table,
  summary,
  plan,
  onEmptyCellMeaningChange,
  onKeyColumnsChange,
  onKeepEscapesChange,
}: PlanOptionsProps) {
  const { mappings, emptyCellMeaning, keyColumns, keepsFormulaEscapes } = plan;
  const titles = new Map(table.columns.map(({ name, title }) => [name, title]));
  const choices = listUpsertKeys(
    table,
    mappings.map(({ column }) => column),
  );
  const modes = [
    { value: '[]', label: 'All rows are new' },
    ...choices.map((key) => ({
      value: JSON.stringify(key),
      label: `Update where ${key.map((name) => titles.get(name) ?? name).join(' and ')} is there already`,
    })),
  ];
  return (
    <section className={styles.options} aria-label="What is done with the rows">
      <Field
        label="Rows that are there already"
        help={
          choices.length === 0
            ? 'To update rows, the file has to hold a unique column, and you need to be allowed to change all of its columns.'
            : undefined
        }
        className={styles.wide}
      >
        <Select
          value={JSON.stringify(keyColumns)}
          options={modes}
          onValueChange={(value) => onKeyColumnsChange(JSON.parse(value) as string[])}
        />
      </Field>
      <Field label="An empty cell is">
        <Select
          value={emptyCellMeaning}
          options={summary.emptyStrings === 'none' ? emptyCellOptions : [quotedOption, ...emptyCellOptions]}
          onValueChange={(value) => onEmptyCellMeaningChange(value as EmptyCellMeaning)}
        />
      </Field>
      {summary.escapedFormulaCount > 0 && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label className={styles.checkboxLabel}>
          <Checkbox
            checked={!keepsFormulaEscapes}
            onCheckedChange={(checked) => onKeepEscapesChange(checked !== true)}
          />
          Take off the apostrophe that keeps spreadsheets from calculating a text (
          {formatPlural(summary.escapedFormulaCount, 'cell')})
        </label>
      )}
    </section>
  );
}
