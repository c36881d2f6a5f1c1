import { TriangleAlert } from 'lucide-react';
import { Checkbox } from '@/components/controls/checkbox';
import type { Column, Table } from '@/lib/api.gen';
import { csvMessages } from '../csv-messages';
import styles from '../page/import-page.module.css';
import { listFillableColumns } from './mapping.utils';

const messages = csvMessages.requiredColumns;

export interface RequiredColumnsWarningProps {
  /** Id of the warning's text, for `aria-describedby`. */
  id: string;
  table: Table;
  /** The required columns that are not mapped. */
  missingColumns: readonly Column[];
  /** Whether the import updates existing rows. */
  isUpsert: boolean;
  /** Whether the user confirmed that the database fills the columns. */
  isAccepted: boolean;
  onAcceptedChange: (isAccepted: boolean) => void;
}

/** Warns that required columns are not mapped. The user can confirm that a trigger fills them. */
export function RequiredColumnsWarning(props: RequiredColumnsWarningProps) {
  const { id, table, missingColumns, isUpsert, isAccepted, onAcceptedChange } = props;
  if (missingColumns.length === 0) return null;
  const fillableNames = new Set(listFillableColumns(table).map(({ name }) => name));
  const fillable = missingColumns.filter(({ name }) => fillableNames.has(name)).map(({ title }) => title);
  const notFillable = missingColumns.filter(({ name }) => !fillableNames.has(name)).map(({ title }) => title);
  const sentences = [
    ...(fillable.length > 0 ? [messages.mapColumns(fillable)] : []),
    ...(notFillable.length > 0 ? [messages.notFillable(notFillable)] : []),
    ...(isUpsert ? [messages.appliesToUpdates] : []),
  ];
  return (
    <div className={styles.warning} role="status">
      <TriangleAlert size={14} aria-hidden />
      <div>
        <p id={id}>{sentences.join(' ')}</p>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control */}
        <label className={styles.checkboxLabel}>
          <Checkbox checked={isAccepted} onCheckedChange={(checked) => onAcceptedChange(checked === true)} />
          {messages.leaveEmpty([...fillable, ...notFillable])}
        </label>
      </div>
    </div>
  );
}
