import { TriangleAlert } from 'lucide-react';
import { Checkbox } from '@/components/controls/checkbox';
import type { Table } from '@/lib/api.gen';
import { formatList } from '@/lib/format';
import type { ColumnMapping } from '../csv.types';
import { findMissingColumns, listFillableColumns } from '../file/mapping.utils';
import styles from '../page/import-page.module.css';

export interface RequiredColumnsWarningProps {
  id: string;
  table: Table;
  mappings: readonly ColumnMapping[];
  /** Whether rows that are there already are updated. */
  isUpsert: boolean;
  /** The person knows that the database fills them in. */
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

/** Columns that every row needs and that nothing of the file goes to: without them the database refuses each row. */
export function RequiredColumnsWarning({
  id,
  table,
  mappings,
  isUpsert,
  accepted,
  onAccept,
}: RequiredColumnsWarningProps) {
  const missing = findMissingColumns(
    table,
    mappings.map(({ column }) => column),
  );
  if (missing.length === 0) return null;
  const free = new Set(listFillableColumns(table).map(({ name }) => name));
  const titlesOf = (mine: boolean) =>
    missing.filter(({ name }) => free.has(name) === mine).map(({ title }) => title);
  const [open, closed] = [titlesOf(true), titlesOf(false)];
  return (
    <div className={styles.warning} role="status">
      <TriangleAlert size={14} aria-hidden />
      <div>
        <p id={id}>
          {open.length > 0 &&
            `Every row needs ${formatList(open)}, and nothing in the file goes there. Choose a column of the file for ${formatPronoun(open)} above, or add one to the file. `}
          {closed.length > 0 &&
            `Every row needs ${formatList(closed)}, which your role may not fill in. Ask who runs this workspace. `}
          {isUpsert && 'That is so for rows that are there already, too.'}
        </p>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control */}
        <label className={styles.checkboxLabel}>
          <Checkbox checked={accepted} onCheckedChange={(checked) => onAccept(checked === true)} />
          Send the rows without: a trigger of the database fills {formatPronoun(missing)} in
        </label>
      </div>
    </div>
  );
}

function formatPronoun(several: readonly unknown[]): string {
  return several.length === 1 ? 'it' : 'them';
}
