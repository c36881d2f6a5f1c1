import Papa from 'papaparse';
import { useMemo, useState } from 'react';
import { Button } from '@/components/controls/button';
import { VisuallyHidden } from '@/components/visually-hidden';
import { filesMessages } from '../../files-messages';
import styles from './csv-table.module.css';

const messages = filesMessages.preview;

/** Number of rows that are shown before the rest is requested. */
const rowStep = 200;

/** Maximum number of columns that are shown. */
const maxColumns = 200;

export interface CSVTableProps {
  text: string;
  /** The text is the whole file. Otherwise its last record can be incomplete. */
  isWhole: boolean;
}

/** Shows the records of a CSV text as a table. Its first record is the header. Detects the delimiter. */
export function CSVTable({ text, isWhole }: CSVTableProps) {
  const [header = [], ...rows] = useMemo(() => parseRecords(text, isWhole), [text, isWhole]);
  const [shown, setShown] = useState(rowStep);
  const columns = Math.max(header.length, ...rows.slice(0, shown).map((row) => row.length));
  const shownColumns = Math.min(columns, maxColumns);
  const indexes = Array.from({ length: shownColumns }, (_, i) => i);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <div className={styles.scroll} data-scroll tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.number}>
                <VisuallyHidden>{messages.rowNumber}</VisuallyHidden>
              </th>
              {indexes.map((i) => (
                <th key={i} scope="col" dir="auto">
                  {header[i]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: records of a file have no other identity
              <tr key={index}>
                <th scope="row" className={styles.number}>
                  {index + 1}
                </th>
                {indexes.map((i) => (
                  <td key={i} dir="auto" title={row[i]}>
                    {row[i]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(rows.length > shown || columns > shownColumns) && (
        <div className={styles.end}>
          <span role="status">
            {[
              rows.length > shown ? messages.shownRows(shown, rows.length) : '',
              columns > shownColumns ? messages.hiddenColumns(shownColumns, columns) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {rows.length > shown && (
            <Button size="sm" onClick={() => setShown(shown + 5 * rowStep)}>
              {messages.loadMore}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function parseRecords(text: string, isWhole: boolean): string[][] {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  return isWhole ? data : data.slice(0, -1);
}
