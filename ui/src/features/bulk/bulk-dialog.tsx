import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import type { BulkState, ComputeChanges } from '@/data/writes/bulk/bulk.types';
import type { BulkJob } from '@/data/writes/bulk/bulk-job';
import { useLeaveGuard } from '@/lib/browser/use-leave-guard';
import { formatCount } from '@/lib/format';
import { useTable } from '@/table/table-context';
import { formatRowCount } from './bulk-edit.utils';
import { BulkJobButtons, BulkProgress } from './bulk-progress';
import { type BulkVerb, findRetryableRows, isSuccess, isUnfinished, verbTexts } from './bulk-report.utils';
import type { BulkOperation } from './use-bulk-operation';

export interface BulkDialogProps {
  bulk: BulkOperation;
  verb: BulkVerb;
  /** What is tried again of rows that were not changed. */
  change: ComputeChanges | null;
  changedColumns: readonly string[];
  /** What is asked before it begins. */
  title: string;
  footer: ReactNode;
  children: ReactNode;
  /** `touched` says whether rows may have been changed. */
  onClose: (touched: boolean) => void;
}

/** A bulk change from the question to its end: a toast if all rows are done, else a report. */
export function BulkDialog({ bulk, verb, change, changedColumns, onClose, ...plan }: BulkDialogProps) {
  const { table } = useTable();
  const { job } = bulk;
  const state = useJobState(job);
  const [undone, setUndone] = useState<BulkJob | null>(null);
  const underWay = state !== null && isUnfinished(state);
  const guard = useLeaveGuard(underWay);
  const touched = job !== null;
  const succeeded = state !== null && isSuccess(state);
  const finish = useEffectEvent(() => {
    if (!job || !state) return;
    const undo = job.changes().length > 0 ? { label: 'Undo', onClick: bulk.undo } : undefined;
    toast.done(formatSuccessMessage(state, verb, formatRowCount(table, state.counts.saved)), undo);
    onClose(true);
  });
  useEffect(() => {
    if (succeeded) finish();
  }, [succeeded]);
  const run = job && state ? { job, state, verb } : undefined;
  return (
    <Dialog
      open
      size="md"
      locked={underWay}
      role={verb === 'delete' && !run ? 'alertdialog' : 'dialog'}
      onOpenChange={(open) => !open && !underWay && onClose(touched)}
      title={state ? formatTitle(state, verb, (count) => formatRowCount(table, count)) : plan.title}
      footer={
        run ? (
          <BulkJobButtons
            {...run}
            isUndone={undone === job}
            onRetry={() => {
              const rows = findRetryableRows(run.job.results());
              bulk.retry({ scope: { kind: 'rows', rows }, total: rows.length, change, changedColumns });
            }}
            onUndo={() => {
              setUndone(job);
              bulk.undo();
              onClose(touched);
            }}
            onClose={() => onClose(touched)}
          />
        ) : (
          plan.footer
        )
      }
    >
      {run ? <BulkProgress {...run} /> : plan.children}
      <ConfirmDialog
        open={guard.isAsking}
        onOpenChange={guard.stay}
        title="Leave, and stop here?"
        confirmLabel="Leave"
        onConfirm={guard.leave}
      >
        Rows that were {verbTexts[verb].done} stay so; the others are not touched.
      </ConfirmDialog>
    </Dialog>
  );
}

/** '4 products updated', and how many had the values before. */
function formatSuccessMessage({ counts }: BulkState, verb: BulkVerb, changed: string): string {
  const had = counts.unchanged > 0 ? `. ${formatCount(counts.unchanged)} already had these values` : '';
  return `${changed} ${verbTexts[verb].toast}${had}.`;
}

function formatTitle(state: BulkState, verb: BulkVerb, inWords: (count: number) => string): string {
  return isUnfinished(state)
    ? `${verbTexts[verb].doing} ${inWords(state.total)}`
    : `${verbTexts[verb].did} ${inWords(state.counts.saved)}`;
}

const subscribeToNothing = () => () => {};

function useJobState(job: BulkJob | null): BulkState | null {
  return useSyncExternalStore(job?.subscribe ?? subscribeToNothing, () => job?.snapshot() ?? null);
}
