import { getRowHeading } from '@/data/titles/row-titles';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { describeRejection } from '@/table/changes/change-texts';
import { ChangedValues } from '@/table/changes/changed-values';
import type { FailedDelete } from '@/table/deletion/delete-texts';
import styles from '@/table/deletion/referencing-records.module.css';
import { changesMessages } from '../changes-messages';

const messages = changesMessages.deletion;

/** Maximum number of listed rows; the others are counted. */
const maxListedRows = 5;

/** Lists the rows that were not deleted, each with the reason. */
export function FailedDeletes({ table, failed }: { table: Table; failed: readonly FailedDelete[] }) {
  const schema = useSchema();
  return (
    <div role="alert">
      <ul className={styles.list} aria-label={messages.failedList}>
        {failed.slice(0, maxListedRows).map(({ row, seenRow, outcome }) => (
          <li key={getRowHeading(table, row)} data-effect="prevented">
            <b dir="auto">{getRowHeading(table, row)}</b>{' '}
            {outcome.kind === 'conflict' ? messages.conflict : describeRejection(schema, table, outcome, row)}
            {outcome.kind === 'conflict' && (
              <ChangedValues
                table={table}
                columns={table.columns.filter(({ name }) => outcome.columns.includes(name))}
                before={seenRow}
                after={outcome.theirs}
              />
            )}
          </li>
        ))}
        {failed.length > maxListedRows && <li>{messages.more(failed.length - maxListedRows)}</li>}
      </ul>
    </div>
  );
}
