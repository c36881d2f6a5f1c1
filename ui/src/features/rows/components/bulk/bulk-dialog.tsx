import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog } from '@/components/dialog';
import { useLeaveGuard } from '@/lib/use-leave-guard';
import type { BulkState, ChangeOf } from '../../api/bulk/bulk.types';
import type { BulkJob } from '../../api/bulk/bulk-job';
import { useTable } from '../table-context';
import { countInWords } from './bulk-edit.utils';
import { isUnderWay, triedAgain, type Verb, words } from './bulk-report.utils';
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

/** A bulk change from the question to its report, in one place. */
export function BulkDialog({ bulk, verb, change, changed, onClose, ...plan }: BulkDialogProps) {
  const { table } = useTable();
  const { job } = bulk;
  const state = useJobState(job);
  const [undone, setUndone] = useState<BulkJob | null>(null);
  const underWay = state !== null && isUnderWay(state);
  const guard = useLeaveGuard(underWay);
  const touched = job !== null;
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

function titleOf(state: BulkState, verb: Verb, inWords: (count: number) => string): string {
  return isUnderWay(state)
    ? `${words[verb].doing} ${inWords(state.total)}`
    : `${words[verb].did} ${inWords(state.counts.changed)}`;
}

const unfollowed = () => () => {};

function useJobState(job: BulkJob | null): BulkState | null {
  return useSyncExternalStore(job?.subscribe ?? unfollowed, () => job?.state() ?? null);
}
