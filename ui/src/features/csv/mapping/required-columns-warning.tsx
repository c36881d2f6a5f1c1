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
  /** The required columns that have no value. */
  missingColumns: readonly Column[];
  /** The columns that can get the same value in all rows. */
  sameValueColumns: readonly Column[];
  /** Whether the import updates existing rows. */
  isUpsert: boolean;
  /** Whether the user confirmed that the database fills the columns. */
  isAccepted: boolean;
  onAcceptedChange: (isAccepted: boolean) => void;
}

/** Warns that required columns have no value. The user can confirm that a trigger fills them. */
export function RequiredColumnsWarning(props: RequiredColumnsWarningProps) {
  const { id, table, missingColumns, sameValueColumns, isUpsert, isAccepted, onAcceptedChange } = props;
  if (missingColumns.length === 0) return null;
  const fillableColumns = listFillableColumns(table);
  const listTitles = (isIncluded: (column: Column) => boolean) =>
    missingColumns.filter(isIncluded).map(({ title }) => title);
  const enterable = listTitles((column) => sameValueColumns.includes(column));
  const mappable = listTitles(
    (column) => fillableColumns.includes(column) && !sameValueColumns.includes(column),
  );
  const notFillable = listTitles((column) => !fillableColumns.includes(column));
  const sentences = [
    ...(enterable.length > 0 ? [messages.mapOrEnter(enterable)] : []),
    ...(mappable.length > 0 ? [messages.mapColumns(mappable)] : []),
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
          {messages.leaveEmpty([...enterable, ...mappable, ...notFillable])}
        </label>
      </div>
    </div>
  );
}
