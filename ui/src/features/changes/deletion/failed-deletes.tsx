import { headingOf } from '@/data/values/value.utils';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/session';
import { describeRejection } from '@/table/changes/change-texts';
import { ChangedValues } from '@/table/changes/changed-values';
import type { FailedDelete } from '@/table/deletion/delete-texts';
import styles from '@/table/deletion/referencing-records.module.css';

/** Rows that are told one by one; more are counted. */
const maxShownRows = 5;

/** Rows that were to be deleted and are still there, each with the reason. */
export function FailedDeletes({ table, left }: { table: Table; left: readonly FailedDelete[] }) {
  const schema = useSchema();
  return (
    <div role="alert">
      <ul className={styles.list} aria-label="Not deleted">
        {left.slice(0, maxShownRows).map(({ row, seenRow, outcome }) => (
          <li key={headingOf(table, row)} data-effect="prevented">
            <b dir="auto">{headingOf(table, row)}</b>{' '}
            {outcome.kind === 'conflict'
              ? 'was changed since you saw it, so it is still there.'
              : describeRejection(schema, table, outcome, row)}
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
        {left.length > maxShownRows && <li>and {left.length - maxShownRows} more</li>}
      </ul>
    </div>
  );
}
