import { useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { Rejection, WriteOutcome } from '@/data/writes/batches/row-write';
import type { UndoStep } from '@/data/writes/history/change';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../../grid-messages';
import type { BlockChange } from './plan-block-change';

const messages = gridMessages.change;

/** A change of more cells than this must be confirmed. */
const confirmThreshold = 20;

/** Maximum number of rows in one change of a block: each row is guarded and sent separately. */
export const maxChangedRows = 2000;

export interface ProposedBlockChange extends BlockChange {
  kind: 'paste' | 'fill' | 'clear';
  /** Called when the change is made. */
  onDone?: () => void;
}

/** The edits of one change that were not saved. */
export interface RejectedEdits {
  /** The number of all edits of the change. */
  total: number;
  failed: readonly { edit: BlockChange['edits'][number]; outcome: Rejection }[];
}

/** Makes changes of blocks; the state of the dialogs about them. */
export interface BlockChanges {
  /**
   * Makes a change immediately if it is small and has no problems. Otherwise shows why it can't be made, or asks for
   * confirmation. A change is one step of undo.
   */
  propose: (change: ProposedBlockChange) => void;
  /** The change to confirm. */
  proposal: ProposedBlockChange | null;
  /** Makes the proposed change, with or without its new rows. */
  accept: (addsRows: boolean) => void;
  dismiss: () => void;
  /** The edits of the last change that the server rejected, if there are several. */
  rejectedEdits: RejectedEdits | null;
  dismissRejectedEdits: () => void;
}

/** Returns the functions that change blocks of cells, and the state of their dialogs. */
export function useBlockChanges(): BlockChanges {
  const { edits, showLockReason } = useTable();
  const [proposal, setProposal] = useState<ProposedBlockChange | null>(null);
  const [rejectedEdits, setRejectedEdits] = useState<RejectedEdits | null>(null);

  const applyChange = async (change: ProposedBlockChange, addsRows: boolean) => {
    setProposal(null);
    change.onDone?.();
    const title = messages.stepTitles[change.kind];
    const step: UndoStep = {};
    const outcomes = change.edits.length > 0 ? await edits.saveAll(change.edits, title, step) : [];
    const failed = outcomes.flatMap((outcome, i) => {
      const edit = change.edits[i];
      // The status bar shows the edits that are queued.
      const isRejected = outcome.kind !== 'saved' && outcome.kind !== 'queued';
      return isRejected && edit ? [{ edit, outcome }] : [];
    });
    if (failed.length > 1) {
      // Replaces the notices of the single edits by one list.
      for (const _ of failed) edits.dismissFailedEdit();
      setRejectedEdits({ total: change.edits.length, failed });
    }
    if (!addsRows || change.newRows.length === 0) return;
    showInsertOutcomes(await edits.insert(change.newRows, title, step));
  };

  const propose = (change: ProposedBlockChange) => {
    const { cellCount, problems, lockedColumns, pastEndCount, omittedColumnCount } = change;
    const problemCount = problems.length + lockedColumns.length;
    const isSingleProblem = problemCount === 1 && cellCount === 0 && pastEndCount === 0;
    if (change.edits.length + pastEndCount > maxChangedRows) toast.info(messages.tooManyRows(maxChangedRows));
    else if (isSingleProblem && lockedColumns[0]?.cells === 1) showLockReason(lockedColumns[0].column);
    else if (isSingleProblem && problems[0])
      toast.info(messages.problem(problems[0].column.title, problems[0].problem));
    else if (problemCount + pastEndCount + omittedColumnCount > 0 || cellCount > confirmThreshold)
      setProposal(change);
    else if (cellCount > 0) void applyChange(change, false);
    else change.onDone?.();
  };

  return {
    propose,
    proposal,
    accept: (addsRows) => proposal && void applyChange(proposal, addsRows),
    dismiss: () => setProposal(null),
    rejectedEdits,
    dismissRejectedEdits: () => setRejectedEdits(null),
  };
}

/** Shows how many new rows were added, are queued and were rejected. */
function showInsertOutcomes(outcomes: readonly WriteOutcome[]): void {
  const countOutcomes = (kind: WriteOutcome['kind']) =>
    outcomes.filter((outcome) => outcome.kind === kind).length;
  const [added, queued, rejected] = [
    countOutcomes('saved'),
    countOutcomes('queued'),
    countOutcomes('rejected'),
  ];
  if (added > 0) toast.done(messages.rowsAdded(added));
  if (queued > 0) toast.info(messages.rowsQueued(queued));
  const rejection = outcomes.find((outcome) => outcome.kind === 'rejected');
  if (rejection) toast.error(rejection.error, messages.rowsNotAdded(rejected));
}
