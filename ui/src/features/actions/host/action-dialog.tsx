import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import type { ActionRequestOptions } from '@/data/actions/open-action';
import type { Row } from '@/data/rows/row';
import { useDelayedFlag } from '@/lib/browser/use-delayed-flag';
import { useActionRuns } from '@/table/actions/action-runs-context';
import { useUndoRun } from '@/table/actions/use-undo-run';
import { DeveloperView } from '../developer/developer-view';
import { describeResult, fitsToast } from '../results/describe-result';
import { ActionButtons, ActionView } from './action-view';
import type { CallState } from './use-action-call';
import { mustConfirm, useActionSession } from './use-action-session';

export interface ActionDialogProps extends ActionRequestOptions {
  /** The selected rows, if one call gets all of them. */
  rows?: readonly Row[] | undefined;
  onClose: () => void;
}

/** Time after which a running call shows the dialog, in milliseconds. */
const dialogDelay = 500;

/**
 * The dialog of an action. An action without a form and a confirmation runs at once, and shows the dialog only if it
 * takes long or has a result that does not fit into a toast.
 */
export function ActionDialog({ action, subject, rows, onDone, onClose }: ActionDialogProps) {
  const session = useActionSession(action, subject, rows);
  const { call, entries } = session;
  const formId = useId();
  const isImmediate = entries.args.length === 0 && action.body !== 'file' && !mustConfirm(action) && !rows;
  const [isOpen, setOpen] = useState(!isImmediate);
  const isSlow = useDelayedFlag(call.state.phase === 'running', dialogDelay);
  const showToast = useResultToast(session, call.key);
  const close = () => {
    setOpen(false);
    onClose();
  };
  const submit = async () => {
    const state = await session.submit();
    if (state?.phase === 'done' || state?.phase === 'unknown') onDone?.();
    if (state?.phase === 'done' && showToast(state)) close();
    else setOpen(true);
  };
  const isStarted = useRef(false);
  const start = useEffectEvent(() => void submit());
  useEffect(() => {
    if (!isImmediate || isStarted.current) return;
    isStarted.current = true;
    start();
  }, [isImmediate]);
  const isRunning = call.state.phase === 'running';
  return (
    <Dialog
      open={isOpen || isSlow}
      onOpenChange={(open) => !open && !isRunning && close()}
      locked={isRunning}
      size={call.state.phase === 'done' && isWide(call.state) ? 'lg' : 'md'}
      title={action.title}
      role={action.danger && call.state.phase === 'form' ? 'alertdialog' : 'dialog'}
      footer={<ActionButtons {...{ session, formId }} onClose={close} />}
    >
      <ActionView {...{ session, formId }} onSubmit={() => void submit()} />
      <DeveloperView session={session} />
    </Dialog>
  );
}

function isWide({ result }: Extract<CallState, { phase: 'done' }>): boolean {
  return ['rows', 'json', 'markdown', 'text', 'events'].includes(result.kind);
}

/** Returns a function that shows a result as a toast, with Undo if the action has an inverse. Returns false if it doesn't fit. */
function useResultToast({ action, subject }: ReturnType<typeof useActionSession>, key: string) {
  const runs = useActionRuns();
  const undoRun = useUndoRun();
  const latestKey = useRef(key);
  useEffect(() => {
    latestKey.current = key;
  }, [key]);
  return ({ result }: Extract<CallState, { phase: 'done' }>): boolean => {
    const before = subject.kind === 'row' ? { table: subject.table, row: subject.row } : undefined;
    if (!fitsToast(result, before)) return false;
    const run = runs.snapshot().find(({ id }) => id === latestKey.current);
    toast.done(describeResult(action, result, before), run && undoRun(run));
    return true;
  };
}
