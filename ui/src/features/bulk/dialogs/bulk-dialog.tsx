import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import type { BulkState, ComputeChanges } from '@/data/writes/bulk/bulk.types';
import type { BulkJob } from '@/data/writes/bulk/bulk-job';
import type { Table } from '@/lib/api.gen';
import { useLeaveGuard } from '@/lib/browser/use-leave-guard';
import { useTable } from '@/table/table-context';
import { bulkMessages } from '../bulk-messages';
import { BulkJobButtons, BulkProgress } from '../bulk-progress';
import {
  type BulkVerb,
  describeSavedRows,
  findRetryableRows,
  isSuccess,
  isUnfinished,
} from '../report/bulk-report.utils';
import type { BulkOperation } from '../use-bulk-operation';
import { formatRecordCount } from './bulk-edit.utils';

export interface BulkDialogProps {
  bulk: BulkOperation;
  verb: BulkVerb;
  /** The changes with which failed rows are tried again; null deletes. */
  change: ComputeChanges | null;
  changedColumns: readonly string[];
  /** The title, buttons and content before the job starts. */
  title: string;
  footer: ReactNode;
  children: ReactNode;
  /** `isTouched`: rows were possibly changed. */
  onClose: (isTouched: boolean) => void;
}

const messages = bulkMessages.progress;

/**
 * The dialog of a bulk change: the form first, then the progress, then the report. If all rows are changed, it closes
 * and a toast replaces the report.
 */
export function BulkDialog({ bulk, verb, change, changedColumns, onClose, ...form }: BulkDialogProps) {
  const { table } = useTable();
  const { job } = bulk;
  const state = useJobState(job);
  const [undoneJob, setUndoneJob] = useState<BulkJob | null>(null);
  const isRunning = state !== null && isUnfinished(state);
  const close = () => onClose(job !== null);
  useSuccessToast({ bulk, state, verb, onClose });
  const progress = job && state ? { job, state, verb } : undefined;
  return (
    <Dialog
      open
      size="md"
      locked={isRunning}
      role={verb === 'delete' && !progress ? 'alertdialog' : 'dialog'}
      onOpenChange={(open) => !open && !isRunning && close()}
      title={state ? formatTitle(table, state, verb) : form.title}
      footer={
        progress ? (
          <BulkJobButtons
            {...progress}
            isUndone={undoneJob === job}
            onRetry={() => {
              const rows = findRetryableRows(progress.job.results());
              bulk.retry({ scope: { kind: 'rows', rows }, total: rows.length, change, changedColumns });
            }}
            onUndo={() => {
              setUndoneJob(job);
              bulk.undo();
              close();
            }}
            onClose={close}
          />
        ) : (
          form.footer
        )
      }
    >
      {progress ? <BulkProgress {...progress} /> : form.children}
      <LeaveDialog isRunning={isRunning} verb={verb} />
    </Dialog>
  );
}

interface SuccessToastOptions extends Pick<BulkDialogProps, 'bulk' | 'verb' | 'onClose'> {
  state: BulkState | null;
}

/** Shows a toast with Undo and closes the dialog when a job has changed all its rows. */
function useSuccessToast({ bulk, state, verb, onClose }: SuccessToastOptions) {
  const { table } = useTable();
  const { job } = bulk;
  const hasSucceeded = state !== null && isSuccess(state);
  const finish = useEffectEvent(() => {
    if (!job || !state) return;
    const undo = job.changes().length > 0 ? { label: messages.undo, onClick: bulk.undo } : undefined;
    toast.done(formatSuccess(table, state, verb), undo);
    onClose(true);
  });
  useEffect(() => {
    if (hasSucceeded) finish();
  }, [hasSucceeded]);
}

/** Asks before the user leaves the page while a job runs. */
function LeaveDialog({ isRunning, verb }: { isRunning: boolean; verb: BulkVerb }) {
  const guard = useLeaveGuard(isRunning);
  return (
    <ConfirmDialog
      open={guard.isAsking}
      onOpenChange={guard.stay}
      title={bulkMessages.leave.title}
      confirmLabel={bulkMessages.leave.confirm}
      onConfirm={guard.leave}
    >
      {verb === 'delete' ? bulkMessages.leave.deleted : bulkMessages.leave.changed}
    </ConfirmDialog>
  );
}

/** Returns '4 products updated', and how many rows already had the values. */
function formatSuccess(table: Table, { counts }: BulkState, verb: BulkVerb): string {
  const text = describeSavedRows(verb, formatRecordCount(table, counts.saved));
  return counts.unchanged > 0 ? messages.alreadySet(text, counts.unchanged) : messages.sentence(text);
}

/** Returns 'Changing 214 orders', and at the end 'Changed 209 orders'. */
function formatTitle(table: Table, state: BulkState, verb: BulkVerb): string {
  const verbs = bulkMessages.verbs[verb];
  return isUnfinished(state)
    ? messages.title(verbs.running, formatRecordCount(table, state.total))
    : messages.title(verbs.finished, formatRecordCount(table, state.counts.saved));
}

const subscribeToNothing = () => () => {};

function useJobState(job: BulkJob | null): BulkState | null {
  return useSyncExternalStore(job?.subscribe ?? subscribeToNothing, () => job?.snapshot() ?? null);
}
