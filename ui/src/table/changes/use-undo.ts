import { toast } from '@/components/overlays/toast';
import type { Direction } from '@/data/writes/edits/row-changes';
import type { Change } from '@/data/writes/history/change';
import type { UndoResult } from '@/data/writes/history/change-session';
import type { ReplayResult } from '@/data/writes/history/replay';
import type { Schema } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { useChangeSession } from '@/table/change-session-context';
import { tableMessages } from '@/table/table-messages';
import { describeChange, describeRejection } from './change-texts';
import { useOpenChanges } from './changes-context';

const messages = tableMessages.undo;

type TableRef = Pick<Change['table'], 'schema' | 'name'>;

export interface UndoActions {
  undo: () => Promise<void>;
  redo: () => Promise<void>;
  /** Undoes the edits of a batch, saved or queued. */
  undoBatch: (batch: string | undefined) => Promise<void>;
  undoChange: (change: Change | undefined) => Promise<void>;
  /** Replays a change of the list of changes. Shows no notification, because the list shows the result. */
  replay: (direction: Direction, change: Change) => Promise<void>;
}

/**
 * Returns the actions that undo and redo changes. They notify the user of results that the page does not show: of
 * many rows, or in another table than `shownTable`.
 */
export function useUndo(shownTable?: TableRef): UndoActions {
  const session = useChangeSession();
  const openChanges = useOpenChanges();
  const schema = useSchema();

  const report = (result: UndoResult | undefined) => {
    if (!result) return;
    if ('withdrawn' in result) return toast.info(messages.withdrawn(result.withdrawn.length));
    const failure = describeIncompleteReplay(schema, shownTable, result);
    if (failure) return toast.info(failure, { label: messages.show, onClick: () => openChanges() });
    if (isVisible(shownTable, result)) return;
    const formatText = result.direction === 'undo' ? messages.changeUndone : messages.changeRedone;
    toast.done(formatText(result.change.table.title, describeChange(result.change)));
  };
  const run = async (
    direction: Direction,
    action: () => Promise<UndoResult | undefined>,
    isQuiet = false,
  ) => {
    try {
      const result = await action();
      if (!isQuiet) report(result);
    } catch (error) {
      toast.error(error, direction === 'undo' ? messages.undoFailed : messages.redoFailed);
    }
  };
  return {
    undo: () => run('undo', () => session.undo()),
    redo: () => run('redo', () => session.redo()),
    undoBatch: (batch) => run('undo', () => session.undoBatch(batch)),
    undoChange: (change) => run('undo', () => session.replay('undo', change)),
    replay: (direction, change) => run(direction, () => session.replay(direction, change, true), true),
  };
}

/** Returns the text for a replay that stopped, or of which rows were rejected; undefined if the page shows the failure. */
function describeIncompleteReplay(
  schema: Schema,
  shownTable: TableRef | undefined,
  { change, direction, doneCount, untriedCount, rejected }: ReplayResult,
): string | undefined {
  const isUndo = direction === 'undo';
  const done = (isUndo ? messages.undone : messages.redone)(doneCount);
  const failed = rejected.length > 0 ? [messages.failed(rejected.length)] : [];
  if (untriedCount > 0) return messages.stopped([done, ...failed, messages.unchanged(untriedCount)]);
  const [first] = rejected;
  if (!first) return undefined;
  if (change.rows.length > 1) return messages.finished([done, ...failed]);
  // The table shows the rejection of an update itself, in FailedEditNotice.
  if (isSameTable(shownTable, change.table) && first.write.kind === 'update') return undefined;
  const reason = describeRejection(schema, change.table, first.rejection, {});
  return (isUndo ? messages.couldNotUndo : messages.couldNotRedo)(describeChange(change), reason);
}

/** Whether the page shows the result: an update of one row of its table. */
function isVisible(shownTable: TableRef | undefined, { change, rejected }: ReplayResult): boolean {
  if (rejected.length > 0) return isSameTable(shownTable, change.table);
  const [only] = change.rows;
  const isUpdate = change.rows.length === 1 && Boolean(only?.before && only.after);
  return isUpdate && isSameTable(shownTable, change.table);
}

function isSameTable(a: TableRef | undefined, b: TableRef): boolean {
  return a?.schema === b.schema && a.name === b.name;
}
