import type { Table } from '@/lib/api.gen';
import type { ColumnMapping, FileSummary } from '../csv.types';
import styles from './rows-table.module.css';

const maxRows = 6;
/** More than anybody looks through, and than a page lays out at once. */
const maxColumns = 60;

export interface PreviewTableProps {
  table: Table;
  summary: FileSummary;
  mappings: readonly ColumnMapping[];
}

/** The first rows, as they would go in. */
export function PreviewTable({ table, summary, mappings }: PreviewTableProps) {
  if (mappings.length === 0) return null;
  const shown = mappings.slice(0, maxColumns);
  const titles = new Map(table.columns.map(({ name, title }) => [name, title]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.frame} aria-label="The first rows" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {shown.map(({ column }) => (
              <th key={column} scope="col" dir="auto">
                {titles.get(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {summary.previewRows.slice(0, maxRows).map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row of a file is known by its place
            <tr key={i}>
              {shown.map(({ sourceIndex, column }) => (
                <td key={column} dir="auto">
                  {row[sourceIndex]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
