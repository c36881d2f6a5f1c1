import { ErrorFacts } from '@/components/feedback/error-facts';
import { ApiError } from '@/lib/api';
import { formatCount } from '@/lib/format';
import type { RawRefusal, Refusal } from '../types';
import styles from './rows-table.module.css';

export interface RefusalTableProps {
  /** What the table is called. */
  label: string;
  refusals: readonly Refusal[];
  /** Whether the file has a header, which counts as a row. */
  header: boolean;
}

/** Rows that don't go in, each with its reason. */
export function RefusalTable({ label, refusals, header }: RefusalTableProps) {
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
          {refusals.map(({ row, column, message, raw }) => (
            <tr key={row}>
              <td className={styles.number}>{formatCount(row + (header ? 2 : 1))}</td>
              <td dir="auto">{column}</td>
              <td className={styles.reason} dir="auto">
                {message}
                {raw && <Raw {...{ raw }} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Raw({ raw }: { raw: RawRefusal }) {
  return (
    <details className={styles.raw}>
      <summary>Details</summary>
      <ErrorFacts error={new ApiError({ ...raw, status: 0, requestId: '' })} />
    </details>
  );
}
