import { findAction } from '@/data/actions/offers/offers';
import { openRun } from '@/data/actions/open-action';
import type { ActionRun } from '@/data/actions/runs/run.types';
import type { Action } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { formatDateTime, formatRecent } from '@/lib/text/format';
import { useRunList } from '@/table/actions/action-runs-context';
import { actionsMessages } from '../actions-messages';
import { CheckLinks } from '../host/check-links';
import styles from './actions-page.module.css';

const messages = actionsMessages.page;

/** Maximum number of listed runs. */
const maxRuns = 20;

/** The recent runs of an action, or of all actions, in this browser. */
export function RunHistory({ action }: { action?: Action }) {
  const runs = useRunList().filter((run) => !action || run.action === action.id);
  return (
    <section className={styles.section} aria-label={messages.recent}>
      <h2 className={styles.heading}>{messages.recent}</h2>
      {runs.length === 0 && <p className={styles.note}>{messages.noRuns}</p>}
      <ul className={styles.runs}>
        {runs
          .slice(-maxRuns)
          .toReversed()
          .map((run) => (
            <RunLine key={run.id} run={run} />
          ))}
      </ul>
    </section>
  );
}

function RunLine({ run }: { run: ActionRun }) {
  const date = new Date(run.at);
  return (
    <li>
      <span className={styles.runTitle} dir="auto">
        {run.title}
        {run.subject !== '' && <> · {run.subject}</>}
      </span>
      <span className={styles.state} data-state={run.state}>
        {run.isUndone ? actionsMessages.state.undone : actionsMessages.state[run.state]}
      </span>
      <time dateTime={date.toISOString()} title={formatDateTime(date)}>
        {formatRecent(date)}
      </time>
      {run.counts && (
        <button type="button" className={styles.link} onClick={() => openRun(run.id)}>
          {actionsMessages.toast.show}
        </button>
      )}
      {(run.note || run.error?.message) && (
        <span className={styles.runNote} dir="auto">
          {run.note || run.error?.message}
        </span>
      )}
      {run.state === 'unknown' && !run.isUndone && <UnknownAdvice run={run} />}
    </li>
  );
}

/** A note with links to the tables and the record to check after a run whose outcome is unknown. */
function UnknownAdvice({ run }: { run: ActionRun }) {
  const schema = useSchema();
  const { table: tableName, rowKey, counts } = run;
  const table = tableName ? findTable(schema, tableName.schema, tableName.name) : undefined;
  const record = table && rowKey ? { table, key: rowKey, heading: run.subject } : undefined;
  const touches = findAction(schema, run.action)?.touches ?? [];
  return (
    <span className={styles.runNote}>
      {counts
        ? actionsMessages.job.unknownHint(counts.unknown)
        : actionsMessages.outcome.unknownAdvice(<CheckLinks touches={touches} record={record} />)}
    </span>
  );
}
