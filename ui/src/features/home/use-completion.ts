import { useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { Completion } from '@/data/home/completion';
import type { Row } from '@/data/rows/row';
import type { Rejection, WriteOutcome } from '@/data/writes/batches/row-write';
import type { Table } from '@/lib/api.gen';
import { useChangeSession } from '@/table/change-session-context';
import { homeMessages as messages } from './home-messages';

/**
 * Returns the function that changes the status of a row if it still has the value that the user saw, and whether it is
 * running. The notice offers to undo the change. A change that can't be sent is queued, and the card shows it.
 */
export function useCompletion(table: Table, row: Row, title: string) {
  const session = useChangeSession();
  const [isPending, setPending] = useState(false);

  const reportRejection = (rejection: Rejection) => {
    if (rejection.kind === 'rejected') toast.error(rejection.error, messages.notDone(title));
    else toast.info(messages.changedMeanwhile(title));
  };
  const report = (outcome: WriteOutcome, { label }: Completion) => {
    if (outcome.kind === 'queued') return toast.info(messages.queued(title));
    if (outcome.kind !== 'saved') return reportRejection(outcome);
    const change = session.history.snapshot().nextUndo;
    const undo = async () => {
      const replay = await session.replay('undo', change, true);
      const [rejected] = replay?.rejected ?? [];
      if (rejected) reportRejection(rejected.rejection);
    };
    toast.done(messages.done(title, label), {
      label: messages.undo,
      onClick: () => void undo().catch((error: unknown) => toast.error(error, messages.notDone(title))),
    });
  };
  const complete = async (completion: Completion) => {
    setPending(true);
    try {
      const changes = { [completion.column]: completion.value };
      report(await session.edits(table).save(row, changes, true), completion);
    } catch (error) {
      toast.error(error, messages.notDone(title));
    } finally {
      setPending(false);
    }
  };
  return { isPending, complete };
}
