import { Checkbox } from '@/components/controls/checkbox';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import type { Encoding, FileSummary, ReadOptions } from '../csv.types';
import styles from './import-page.module.css';

const separators = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar' },
];

const encodings: { value: Encoding; label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Windows-1252' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16, big end first' },
];

export interface ReadOptionsFieldsProps {
  summary: FileSummary;
  options: ReadOptions;
  onChange: (options: ReadOptions) => void;
}

/** How the file is read: what was found out, to be corrected. */
export function ReadOptionsFields({ summary, options, onChange }: ReadOptionsFieldsProps) {
  return (
    <section className={styles.options} aria-label="How the file is read">
      <Field label="Separator">
        <Select
          value={summary.separator}
          options={separators}
          onValueChange={(separator) => onChange({ ...options, separator })}
        />
      </Field>
      <Field label="Encoding">
        <Select
          value={summary.encoding}
          options={encodings}
          onValueChange={(encoding) => onChange({ ...options, encoding: encoding as Encoding })}
        />
      </Field>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control */}
      <label className={styles.checkboxLabel}>
        <Checkbox
          checked={summary.hasHeader}
          onCheckedChange={(header) => onChange({ ...options, hasHeader: header === true })}
        />
        The first row names the columns
      </label>
    </section>
  );
}
