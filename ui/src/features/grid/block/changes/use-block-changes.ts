import { useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { Outcome, Refusal } from '@/data/writes/edits/updates';
import type { Step } from '@/data/writes/history/history';
import { formatCount, plural } from '@/lib/format';
import { useTable } from '@/table/table-context';
import type { BlockChange } from './changes.utils';

/** Past this many cells, a change names its size before it is made. */
const askedPast = 20;

/** Rows that one change of a block may touch: each is guarded, and sent, by itself. */
export const mostChangedRows = 2000;

export interface Proposal extends BlockChange {
  kind: 'paste' | 'fill' | 'clear';
  /** What to do when it was made. */
  after?: () => void;
}

/** Rows of a change that were not saved. */
export interface Refusals {
  total: number;
  failed: readonly { edit: BlockChange['edits'][number]; outcome: Refusal }[];
}

const titles = { paste: 'Pasted', fill: 'Filled', clear: 'Cleared' } as const;

/** Says what became of new rows. */
function tellAdded(outcomes: readonly Outcome[]): void {
  const countOf = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const [added, waiting, refused] = [countOf('saved'), countOf('waiting'), countOf('refused')];
  if (added > 0) toast.done(`${plural(added, 'row')} added.`);
  if (waiting > 0) {
    toast.info(`${plural(waiting, 'new row')} ${waiting === 1 ? 'waits' : 'wait'} to be sent.`);
  }
  const refusal = outcomes.find((outcome) => outcome.kind === 'refused');
  if (refusal) toast.error(refusal.error, `${plural(refused, 'row')} could not be added.`);
}

/** Makes changes of blocks: small ones without trouble at once, all others after asking. One step of undo each. */
export function useBlockChanges() {
  const { edits, tellLocked } = useTable();
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [refusals, setRefusals] = useState<Refusals | null>(null);

  const make = async (change: Proposal, withAdded: boolean) => {
    setProposal(null);
    change.after?.();
    const title = titles[change.kind];
    const step: Step = {};
    const outcomes = change.edits.length > 0 ? await edits.saveAll(change.edits, title, step) : [];
    const failed = outcomes.flatMap((outcome, i) => {
      const edit = change.edits[i];
      // What waits for the network is told by the bar.
      const refused = outcome.kind !== 'saved' && outcome.kind !== 'waiting';
      return refused && edit ? [{ edit, outcome }] : [];
    });
    if (failed.length > 1) {
      // All in one list, instead of one notice after the other.
      for (const _ of failed) edits.dismissFailure();
      setRefusals({ total: change.edits.length, failed });
    }
    if (!withAdded || change.added.length === 0) return;
    tellAdded(await edits.insert(change.added, title, step));
  };

  const propose = (change: Proposal) => {
    const { cells, problems, locked, past, cut } = change;
    const only = problems.length + locked.length === 1 && cells === 0 && past === 0;
    if (change.edits.length + past > mostChangedRows) {
      const many = formatCount(mostChangedRows);
      toast.info(`At most ${many} rows can be changed in one go. Import a CSV file for more.`);
    } else if (only && locked[0]?.cells === 1) tellLocked(locked[0].column);
    else if (only && problems[0]) toast.info(`${problems[0].column.title}: ${problems[0].problem}`);
    else if (problems.length + locked.length + past + cut > 0 || cells > askedPast) setProposal(change);
    else if (cells > 0) void make(change, false);
    else change.after?.();
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
