import { openRun } from '@/data/actions/open-action';
import type { ActionRun } from '@/data/actions/runs/run.types';
import type { Action } from '@/lib/api.gen';
import { formatDateTime, formatRecent } from '@/lib/text/format';
import { useRunList } from '@/table/actions/action-runs-context';
import { actionsMessages } from '../actions-messages';
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
      {(run.note || run.error) && (
        <span className={styles.runNote} dir="auto">
          {run.note || run.error?.message}
        </span>
      )}
    </li>
  );
}
