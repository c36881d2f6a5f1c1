import { Checkbox } from '@/components/controls/checkbox';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import type { Encoding, FileSummary, ReadOptions } from '../csv.types';
import { csvMessages } from '../csv-messages';
import styles from './import-page.module.css';

const messages = csvMessages.readOptions;

const separators = [',', ';', '\t', '|'] as const;
const encodings: readonly Encoding[] = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'];

export interface ReadOptionsFieldsProps {
  summary: FileSummary;
  options: ReadOptions;
  /** Whether the rows were pasted: they are text, which has no encoding. */
  isPasted: boolean;
  onChange: (options: ReadOptions) => void;
}

/** Shows the detected separator and encoding of a text file or the sheet of a workbook, and the header. The user can correct them. */
export function ReadOptionsFields({ summary, options, isPasted, onChange }: ReadOptionsFieldsProps) {
  return (
    <section className={styles.options} aria-label={messages.label}>
      {summary.sheet === undefined ? (
        <TextOptions {...{ summary, options, isPasted, onChange }} />
      ) : (
        <Field label={messages.sheet}>
          <Select
            value={summary.sheet}
            options={summary.sheets.map((value) => ({ value, label: value }))}
            onValueChange={(sheet) => onChange({ ...options, sheet })}
          />
        </Field>
      )}
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control */}
      <label className={styles.checkboxLabel}>
        <Checkbox
          checked={summary.hasHeader}
          onCheckedChange={(checked) => onChange({ ...options, hasHeader: checked === true })}
        />
        {messages.hasHeader}
      </label>
    </section>
  );
}

function TextOptions({ summary, options, isPasted, onChange }: ReadOptionsFieldsProps) {
  return (
    <>
      <Field label={messages.separator}>
        <Select
          value={summary.separator}
          options={separators.map((value) => ({ value, label: messages.separators[value] }))}
          onValueChange={(separator) => onChange({ ...options, separator })}
        />
      </Field>
      {!isPasted && (
        <Field label={messages.encoding}>
          <Select
            value={summary.encoding}
            options={encodings.map((value) => ({ value, label: messages.encodings[value] }))}
            onValueChange={(encoding) => onChange({ ...options, encoding: encoding as Encoding })}
          />
        </Field>
      )}
    </>
  );
}
