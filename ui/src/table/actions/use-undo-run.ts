import { toast } from '@/components/overlays/toast';
import { findAction } from '@/data/actions/offers/offers';
import { openRun } from '@/data/actions/open-action';
import type { ActionRuns } from '@/data/actions/runs/action-runs';
import type { ActionRun } from '@/data/actions/runs/run.types';
import type { Action } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { useErrorText } from '@/lib/errors/error-text-context';
import { findTable } from '@/lib/find-table';
import { createUUID } from '@/lib/text/create-uuid';
import { actionMenusMessages as messages } from './action-menus-messages';
import { useOptionalRuns } from './action-runs-context';

/** Returns a function that offers to undo a run by the inverse of its action; undefined if there is none. */
export function useUndoRun(): (run: ActionRun) => { label: string; onClick: () => void } | undefined {
  const schema = useSchema();
  const runs = useOptionalRuns();
  const explain = useErrorText();
  return (run) => {
    const action = findAction(schema, run.action);
    const inverse = action && findAction(schema, action.undo);
    if (!runs || !inverse || run.isUndone || run.state === 'running') return undefined;
    const table = run.table ? findTable(schema, run.table.schema, run.table.name) : undefined;
    const plan = {
      ...{ action: inverse, table, subject: run.subject, offlineText: messages.offline },
      rowKey: run.rowKey ?? undefined,
    };
    if (run.counts) {
      const { done } = run.counts;
      if (done === 0) return undefined;
      const describeError: UndoRowsPlan['describeError'] = (error) => explain(error).sentence;
      const onClick = () =>
        void undoRows(runs, run, { ...plan, subject: messages.rows(done), describeError });
      return { label: messages.undoRows(done), onClick };
    }
    const { undoBody: body } = run;
    if (body === null || run.state !== 'done') return undefined;
    return { label: messages.undo, onClick: () => void undoCall(runs, run, { ...plan, body }) };
  };
}

type UndoCallPlan = Omit<Parameters<ActionRuns['call']>[0], 'key' | 'describeResponse'> & { action: Action };

/** Calls the inverse of an action once. */
async function undoCall(runs: ActionRuns, run: ActionRun, plan: UndoCallPlan): Promise<void> {
  if (!(await runs.claimUndo(run.id))) return;
  const outcome = await runs.call({
    ...plan,
    key: createUUID(),
    describeResponse: () => ({ note: messages.undone(run.title), undoBody: null }),
  });
  if (outcome.kind === 'done') return toast.done(messages.undone(run.title));
  if (outcome.kind === 'unknown') return toast.info(messages.undoUnknown);
  await runs.releaseUndo(run.id);
  toast.error(outcome.error, messages.undoFailed);
}

type UndoRowsPlan = Omit<Parameters<ActionRuns['startUndo']>[1], 'describeResponse'>;

/** Calls the inverse of an action for each row of a run, and shows the progress. */
async function undoRows(runs: ActionRuns, run: ActionRun, plan: UndoRowsPlan): Promise<void> {
  const id = await runs.startUndo(run, { ...plan, describeResponse: () => ({ note: '', undoBody: null }) });
  if (id !== undefined) openRun(id);
  else toast.info(messages.nothingToUndo);
}
