import { ErrorDetails } from '@/components/feedback/errors/error-details';
import { ApiError } from '@/lib/api';
import { formatCount } from '@/lib/text/format';
import type { RowRejection, ServerErrorFields } from '../csv.types';
import { csvMessages } from '../csv-messages';
import styles from './rows-table.module.css';

const messages = csvMessages.rejections;

export interface RejectionTableProps {
  /** Accessible name of the table. */
  label: string;
  rejections: readonly RowRejection[];
  /** Whether the file has a header. It counts as the first row in row numbers. */
  hasHeader: boolean;
}

/** Returns the number that a spreadsheet shows for a row of the file. */
export function getRowNumber(row: number, hasHeader: boolean): number {
  return row + (hasHeader ? 2 : 1);
}

/** Lists rejected rows with their reasons. */
export function RejectionTable({ label, rejections, hasHeader }: RejectionTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{messages.row}</th>
            <th scope="col">{messages.column}</th>
            <th scope="col">{messages.reason}</th>
          </tr>
        </thead>
        <tbody>
          {rejections.map(({ row, column, message, serverError }) => (
            <tr key={row}>
              <td className={styles.number}>{formatCount(getRowNumber(row, hasHeader))}</td>
              <td dir="auto">{column}</td>
              <td className={styles.reason} dir="auto">
                {message}
                {serverError && <ServerErrorDetails error={serverError} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ServerErrorDetails({ error }: { error: ServerErrorFields }) {
  return (
    <details className={styles.details}>
      <summary>{messages.details}</summary>
      <ErrorDetails error={new ApiError({ ...error, status: 0, requestId: '' })} />
    </details>
  );
}
