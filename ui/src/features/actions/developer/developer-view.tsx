import { CopyButton } from '@/components/controls/copy-button';
import { checkArguments, fillFromRow, formatBody } from '@/data/actions/arguments/action-body';
import { type ActionRequest, buildRequest, formatCurl } from '@/data/actions/call/call-action';
import type { ActionRun } from '@/data/actions/runs/run.types';
import { useRunList } from '@/table/actions/action-runs-context';
import { actionsMessages } from '../actions-messages';
import type { ActionSession } from '../host/use-action-session';
import styles from './developer-view.module.css';

const messages = actionsMessages.developer;

/** Maximum number of runs in the history. */
const maxRuns = 10;

/** The request of an action for developers, with the history of its runs in this browser. */
export function DeveloperView({ session }: { session: ActionSession }) {
  const { action, call } = session;
  const runs = useRunList().filter((run) => run.action === action.id);
  const request = previewRequest(session);
  return (
    <details className={styles.developer}>
      <summary>{messages.title}</summary>
      <dl className={styles.facts}>
        <div>
          <dt>{messages.method}</dt>
          <dd>
            {request.method} {request.path}
          </dd>
        </div>
        <div>
          <dt>{messages.headers}</dt>
          <dd>
            {Object.entries(request.headers).map(([name, value]) => (
              <span key={name} className={styles.line}>
                {name}: {value}
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt>{messages.body}</dt>
          <dd className={styles.body}>
            {typeof request.body === 'string' ? request.body || messages.noBody : request.body.name}
          </dd>
        </div>
      </dl>
      <p className={styles.note}>{messages.curlHint}</p>
      <CopyButton text={formatCurl(action, request)}>{messages.copy}</CopyButton>
      <History runs={runs} current={call.key} />
    </details>
  );
}

/** Returns the request that the form would send now. Invalid values are left out. */
function previewRequest({ action, subject, entries, file, call }: ActionSession): ActionRequest {
  const { texts } = checkArguments(entries.args, entries.entered);
  const filled = subject.kind === 'row' ? fillFromRow(subject.table, subject.offer, subject.row) : {};
  return buildRequest(action, file ?? formatBody(action, { ...texts, ...filled }), call.key);
}

function History({ runs, current }: { runs: readonly ActionRun[]; current: string }) {
  return (
    <>
      <h3 className={styles.heading}>{messages.history}</h3>
      {runs.length === 0 && <p className={styles.note}>{messages.noHistory}</p>}
      <ul className={styles.history}>
        {runs
          .slice(-maxRuns)
          .toReversed()
          .map((run) => (
            <li key={run.id} data-current={run.id === current || undefined}>
              <time dateTime={new Date(run.at).toISOString()}>{messages.at(new Date(run.at))}</time>
              <span data-state={run.state}>{actionsMessages.state[run.state]}</span>
              <code>{run.body}</code>
            </li>
          ))}
      </ul>
    </>
  );
}
