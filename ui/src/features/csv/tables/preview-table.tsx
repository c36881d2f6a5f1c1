import { CircleAlert } from 'lucide-react';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { Table } from '@/lib/api.gen';
import type { CellError, ColumnMapping, FileSummary } from '../csv.types';
import { csvMessages } from '../csv-messages';
import styles from './rows-table.module.css';

const maxRows = 6;
/** Maximum number of columns; more make the page slow. */
const maxColumns = 60;

export interface PreviewTableProps {
  table: Table;
  /** The first rows of the file. */
  rows: FileSummary['previewRows'];
  mappings: readonly ColumnMapping[];
  errors: readonly CellError[];
}

/** Shows the first rows of the file in the columns of the table, with invalid cells marked. */
export function PreviewTable({ table, rows, mappings, errors }: PreviewTableProps) {
  if (mappings.length === 0) return null;
  const shownMappings = mappings.slice(0, maxColumns);
  const titles = new Map(table.columns.map(({ name, title }) => [name, title]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <section className={styles.frame} aria-label={csvMessages.check.preview} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {shownMappings.map(({ column }) => (
              <th key={column} scope="col" dir="auto">
                {titles.get(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a row of the file
            <tr key={row}>
              {shownMappings.map(({ sourceIndex, column }) => (
                <PreviewCell
                  key={column}
                  text={cells[sourceIndex] ?? ''}
                  error={errors.find((error) => error.row === row && error.column === column)?.message}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PreviewCell({ text, error }: { text: string; error: string | undefined }) {
  if (error === undefined) return <td dir="auto">{text}</td>;
  return (
    <td dir="auto" className={styles.invalid} title={error}>
      <CircleAlert size={13} aria-hidden /> {text}
      <VisuallyHidden> {error}</VisuallyHidden>
    </td>
  );
}
