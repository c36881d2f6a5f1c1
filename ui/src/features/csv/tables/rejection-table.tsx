import { ErrorDetails } from '@/components/feedback/error-details';
import { ApiError } from '@/lib/api';
import { formatCount } from '@/lib/format';
import type { RowRejection, ServerErrorFields } from '../csv.types';
import styles from './rows-table.module.css';

export interface RejectionTableProps {
  /** What the table is called. */
  label: string;
  rejections: readonly RowRejection[];
  /** Whether the file has a header, which counts as a row. */
  hasHeader: boolean;
}

/** Rows that don't go in, each with its reason. */
export function RejectionTable({ label, rejections, hasHeader }: RejectionTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {rejections.map(({ row, column, message, serverError }) => (
            <tr key={row}>
              <td className={styles.number}>{formatCount(row + (hasHeader ? 2 : 1))}</td>
              <td dir="auto">{column}</td>
              <td className={styles.reason} dir="auto">
                {message}
                {serverError && <ServerErrorDetails {...{ raw: serverError }} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ServerErrorDetails({ raw }: { raw: ServerErrorFields }) {
  return (
    <details className={styles.details}>
      <summary>Details</summary>
      <ErrorDetails error={new ApiError({ ...raw, status: 0, requestId: '' })} />
    </details>
  );
}
