import { Checkbox } from '@/components/controls/checkbox';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import type { Table } from '@/lib/api.gen';
import { plural } from '@/lib/format';
import { upsertKeys } from '../file/mapping.utils';
import styles from '../page/import-page.module.css';
import type { EmptyCell, FileSummary, ImportPlan } from '../types';

const quoted: { value: EmptyCell; label: string } = {
  value: 'quoted',
  label: 'NULL; an empty text if it is ""',
};
const meanings: { value: EmptyCell; label: string }[] = [
  { value: 'null', label: 'NULL, no value' },
  { value: 'text', label: 'An empty text, where it is text' },
  { value: 'default', label: 'The column’s default' },
];

export interface PlanOptionsProps {
  table: Table;
  summary: FileSummary;
  plan: ImportPlan;
  onEmpty: (empty: EmptyCell) => void;
  onKeys: (keys: readonly string[]) => void;
  onGuards: (keep: boolean) => void;
}

/** What happens to rows that are there already, and what an empty cell means. */
export function PlanOptions({ table, summary, plan, onEmpty, onKeys, onGuards }: PlanOptionsProps) {
  const { mappings, empty, keys, keepsGuards } = plan;
  const titles = new Map(table.columns.map(({ name, title }) => [name, title]));
  const choices = upsertKeys(
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
          value={JSON.stringify(keys)}
          options={modes}
          onValueChange={(value) => onKeys(JSON.parse(value) as string[])}
        />
      </Field>
      <Field label="An empty cell is">
        <Select
          value={empty}
          options={summary.emptyTexts === 'none' ? meanings : [quoted, ...meanings]}
          onValueChange={(value) => onEmpty(value as EmptyCell)}
        />
      </Field>
      {summary.guarded > 0 && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label className={styles.tick}>
          <Checkbox checked={!keepsGuards} onCheckedChange={(checked) => onGuards(checked !== true)} />
          Take off the apostrophe that keeps spreadsheets from calculating a text (
          {plural(summary.guarded, 'cell')})
        </label>
      )}
    </section>
  );
}
