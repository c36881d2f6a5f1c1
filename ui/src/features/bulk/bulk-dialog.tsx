import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import type { BulkState, ChangeOf } from '@/data/writes/bulk/bulk.types';
import type { BulkJob } from '@/data/writes/bulk/bulk-job';
import { useLeaveGuard } from '@/lib/browser/use-leave-guard';
import { formatCount } from '@/lib/format';
import { useTable } from '@/table/table-context';
import { countInWords } from './bulk-edit.utils';
import { isSuccess, isUnderWay, triedAgain, type Verb, words } from './bulk-report.utils';
import { BulkRun, BulkRunButtons } from './bulk-run';
import type { Bulk } from './use-bulk';

export interface BulkDialogProps {
  bulk: Bulk;
  verb: Verb;
  /** What is tried again of rows that were not changed. */
  change: ChangeOf | null;
  changed: readonly string[];
  /** What is asked before it begins. */
  title: string;
  footer: ReactNode;
  children: ReactNode;
  /** `touched` says whether rows may have been changed. */
  onClose: (touched: boolean) => void;
}

/** A bulk change from the question to its end: a toast if all rows are done, else a report. */
export function BulkDialog({ bulk, verb, change, changed, onClose, ...plan }: BulkDialogProps) {
  const { table } = useTable();
  const { job } = bulk;
  const state = useJobState(job);
  const [undone, setUndone] = useState<BulkJob | null>(null);
  const underWay = state !== null && isUnderWay(state);
  const guard = useLeaveGuard(underWay);
  const touched = job !== null;
  const succeeded = state !== null && isSuccess(state);
  const finish = useEffectEvent(() => {
    if (!job || !state) return;
    const undo = job.changes().length > 0 ? { label: 'Undo', onClick: bulk.undo } : undefined;
    toast.done(successText(state, verb, countInWords(table, state.counts.changed)), undo);
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
      title={state ? titleOf(state, verb, (count) => countInWords(table, count)) : plan.title}
      footer={
        run ? (
          <BulkRunButtons
            {...run}
            undone={undone === job}
            onAgain={() => {
              const rows = triedAgain(run.job.results());
              bulk.again({ scope: { kind: 'rows', rows }, total: rows.length, change, changed });
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
      {run ? <BulkRun {...run} /> : plan.children}
      <ConfirmDialog
        open={guard.asking}
        onOpenChange={guard.stay}
        title="Leave, and stop here?"
        confirmLabel="Leave"
        onConfirm={guard.leave}
      >
        Rows that were {words[verb].done} stay so; the others are not touched.
      </ConfirmDialog>
    </Dialog>
  );
}

/** '4 products updated', and how many had the values before. */
function successText({ counts }: BulkState, verb: Verb, changed: string): string {
  const had = counts.same > 0 ? `. ${formatCount(counts.same)} already had these values` : '';
  return `${changed} ${words[verb].toast}${had}.`;
}

function titleOf(state: BulkState, verb: Verb, inWords: (count: number) => string): string {
  return isUnderWay(state)
    ? `${words[verb].doing} ${inWords(state.total)}`
    : `${words[verb].did} ${inWords(state.counts.changed)}`;
}

const unfollowed = () => () => {};

function useJobState(job: BulkJob | null): BulkState | null {
  return useSyncExternalStore(job?.subscribe ?? unfollowed, () => job?.state() ?? null);
}
