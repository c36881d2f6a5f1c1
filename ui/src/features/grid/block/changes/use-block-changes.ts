import { useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { Rejection, WriteOutcome } from '@/data/writes/edits/write-outcome';
import type { UndoStep } from '@/data/writes/history/history';
import { formatCount, formatPlural } from '@/lib/format';
import { useTable } from '@/table/table-context';
import type { BlockChange } from './plan-block-change';

/** Past this many cells, a change names its size before it is made. */
const confirmThreshold = 20;

/** Rows that one change of a block may touch: each is guarded, and sent, by itself. */
export const maxChangedRows = 2000;

export interface ProposedBlockChange extends BlockChange {
  kind: 'paste' | 'fill' | 'clear';
  /** What to do when it was made. */
  onDone?: () => void;
}

/** Rows of a change that were not saved. */
export interface RejectedEdits {
  total: number;
  failed: readonly { edit: BlockChange['edits'][number]; outcome: Rejection }[];
}

const titles = { paste: 'Pasted', fill: 'Filled', clear: 'Cleared' } as const;

/** Says what became of new rows. */
function notifyAdded(outcomes: readonly WriteOutcome[]): void {
  const countOf = (kind: WriteOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const [added, waiting, refused] = [countOf('saved'), countOf('queued'), countOf('rejected')];
  if (added > 0) toast.done(`${formatPlural(added, 'row')} added.`);
  if (waiting > 0) {
    toast.info(`${formatPlural(waiting, 'new row')} ${waiting === 1 ? 'waits' : 'wait'} to be sent.`);
  }
  const refusal = outcomes.find((outcome) => outcome.kind === 'rejected');
  if (refusal) toast.error(refusal.error, `${formatPlural(refused, 'row')} could not be added.`);
}

/** Makes changes of blocks: small ones without trouble at once, all others after asking. One step of undo each. */
export function useBlockChanges() {
  const { edits, showLockReason } = useTable();
  const [proposal, setProposal] = useState<ProposedBlockChange | null>(null);
  const [refusals, setRefusals] = useState<RejectedEdits | null>(null);

  const make = async (change: ProposedBlockChange, withAdded: boolean) => {
    setProposal(null);
    change.onDone?.();
    const title = titles[change.kind];
    const step: UndoStep = {};
    const outcomes = change.edits.length > 0 ? await edits.saveAll(change.edits, title, step) : [];
    const failed = outcomes.flatMap((outcome, i) => {
      const edit = change.edits[i];
      // What waits for the network is told by the bar.
      const refused = outcome.kind !== 'saved' && outcome.kind !== 'queued';
      return refused && edit ? [{ edit, outcome }] : [];
    });
    if (failed.length > 1) {
      // All in one list, instead of one notice after the other.
      for (const _ of failed) edits.dismissFailedEdit();
      setRefusals({ total: change.edits.length, failed });
    }
    if (!withAdded || change.newRows.length === 0) return;
    notifyAdded(await edits.insert(change.newRows, title, step));
  };

  const propose = (change: ProposedBlockChange) => {
    const { cellCount, problems, lockedColumns, pastEndCount, omittedColumnCount } = change;
    const only = problems.length + lockedColumns.length === 1 && cellCount === 0 && pastEndCount === 0;
    if (change.edits.length + pastEndCount > maxChangedRows) {
      const many = formatCount(maxChangedRows);
      toast.info(`At most ${many} rows can be changed in one go. Import a CSV file for more.`);
    } else if (only && lockedColumns[0]?.cells === 1) showLockReason(lockedColumns[0].column);
    else if (only && problems[0]) toast.info(`${problems[0].column.title}: ${problems[0].problem}`);
    else if (
      problems.length + lockedColumns.length + pastEndCount + omittedColumnCount > 0 ||
      cellCount > confirmThreshold
    )
      setProposal(change);
    else if (cellCount > 0) void make(change, false);
    else change.onDone?.();
  };

  return {
    propose,
    proposal,
    accept: (withAdded: boolean) => proposal && void make(proposal, withAdded),
    dismiss: () => setProposal(null),
    refusals,
    dismissRefusals: () => setRefusals(null),
  };
}
