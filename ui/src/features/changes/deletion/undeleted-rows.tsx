import { headingOf } from '@/data/values/value.utils';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/session';
import { ChangedValues } from '@/table/changes/changed-values';
import { refusalSentence } from '@/table/changes/changes-list.utils';
import type { Undeleted } from '@/table/deletion/delete-dialog.utils';
import styles from '@/table/deletion/delete-references.module.css';

/** Rows that are told one by one; more are counted. */
const mostShown = 5;

/** Rows that were to be deleted and are still there, each with the reason. */
export function UndeletedRows({ table, left }: { table: Table; left: readonly Undeleted[] }) {
  const schema = useSchema();
  return (
    <div role="alert">
      <ul className={styles.list} aria-label="Not deleted">
        {left.slice(0, mostShown).map(({ row, seen, outcome }) => (
          <li key={headingOf(table, row)} data-fate="kept">
            <b dir="auto">{headingOf(table, row)}</b>{' '}
            {outcome.kind === 'conflict'
              ? 'was changed since you saw it, so it is still there.'
              : refusalSentence(schema, table, outcome, row)}
            {outcome.kind === 'conflict' && (
              <ChangedValues
                table={table}
                columns={table.columns.filter(({ name }) => outcome.columns.includes(name))}
                before={seen}
                after={outcome.theirs}
              />
            )}
          </li>
        ))}
        {left.length > mostShown && <li>and {left.length - mostShown} more</li>}
      </ul>
    </div>
  );
}
