import { toast } from '@/components/overlays/toast';
import { findAction } from '@/data/actions/offers';
import type { ActionRun } from '@/data/actions/runs/run.types';
import { useSchema } from '@/lib/auth/session';
import { createUUID } from '@/lib/text/create-uuid';
import { actionMenusMessages as messages } from './action-menus-messages';
import { useOptionalRuns } from './action-runs-context';

/** Returns a function that offers to undo a run by the inverse of its action; undefined if there is none. */
export function useUndoRun(): (run: ActionRun) => { label: string; onClick: () => void } | undefined {
  const schema = useSchema();
  const runs = useOptionalRuns();
  return (run) => {
    const action = findAction(schema, run.action);
    const inverse = action && findAction(schema, action.undo);
    const { undoBody: body } = run;
    if (!runs || !inverse || body === null || run.state !== 'done' || run.isUndone) return undefined;
    // The same key for each click, so that the inverse runs once.
    const key = createUUID();
    const undo = async () => {
      if (runs.snapshot().find(({ id }) => id === run.id)?.isUndone) return;
      await runs.markUndone(run.id, true);
      const outcome = await runs.call({
        ...{ action: inverse, key, body, subject: run.subject, offlineText: messages.offline },
        table: schema.tables.find(
          ({ schema: s, name }) => s === run.table?.schema && name === run.table.name,
        ),
        rowKey: run.rowKey ?? undefined,
        describeResponse: () => ({ note: messages.undone(run.title), undoBody: null }),
      });
      if (outcome.kind === 'done') return toast.done(messages.undone(run.title));
      if (outcome.kind === 'unknown') return toast.info(messages.undoUnknown);
      await runs.markUndone(run.id, false);
      toast.error(outcome.error, messages.undoFailed);
    };
    return { label: messages.undo, onClick: () => void undo() };
  };
}
