import { toast } from '@/components/overlays/toast';
import type { Direction } from '@/data/writes/edits/row-changes';
import type { UndoResult } from '@/data/writes/history/change-session';
import type { Change, ReplayResult } from '@/data/writes/history/history';
import { formatCount, formatPlural } from '@/lib/format';
import { useSchema } from '@/lib/session';
import { useChangeSession } from '@/table/change-session-context';
import { describeChange, describeRejection, subjectOf } from './change-texts';
import { useOpenChanges } from './changes-context';

/** Undo and redo, and what is said of them where it can't be seen: many rows, or another table than the one shown. */
export function useUndo(shown?: Pick<Change['table'], 'schema' | 'name'>) {
  const visit = useChangeSession();
  const openChanges = useOpenChanges();
  const schema = useSchema();

  const tell = (undone: UndoResult | undefined) => {
    if (!undone) return;
    if ('withdrawn' in undone) {
      return toast.info(
        undone.withdrawn.length === 1
          ? 'Taken back before it was sent.'
          : `${formatPlural(undone.withdrawn.length, 'edit')} taken back before they were sent.`,
      );
    }
    tellReplay(undone);
  };
  const tellReplay = ({ change, direction, doneCount, untriedCount, rejected }: ReplayResult) => {
    const verb = direction === 'undo' ? 'undone' : 'done again';
    const show = { label: 'Show', onClick: () => openChanges() };
    if (untriedCount > 0) {
      const rest = rejected.length > 0 ? `, ${formatCount(rejected.length)} could not be` : '';
      return toast.info(
        `Stopped: ${formatPlural(doneCount, 'row')} ${doneCount === 1 ? 'is' : 'are'} ${verb}${rest}; ${formatCount(untriedCount)} left as they are.`,
        show,
      );
    }
    if (rejected.length > 0 && change.rows.length > 1) {
      return toast.info(
        `${formatPlural(rejected.length, 'row')} could not be ${verb}; ${doneCount} were.`,
        show,
      );
    }
    const here = shown?.schema === change.table.schema && shown.name === change.table.name;
    const [only] = rejected;
    if (only) {
      // The table tells of updates by itself.
      if (here && only.write.kind === 'update') return;
      const why = describeRejection(schema, change.table, only.rejection, {});
      return toast.info(`${subjectOf(change)} could not be ${verb}. ${why}`, show);
    }
    if (here && change.rows.length === 1 && change.rows[0]?.before && change.rows[0].after) return;
    toast.done(`${change.table.title}: “${describeChange(change)}” is ${verb}.`);
  };
  const attempt = async (work: () => Promise<UndoResult | undefined>, silent = false) => {
    try {
      const undone = await work();
      if (!silent) tell(undone);
    } catch (error) {
      toast.error(error, 'That could not be undone.');
    }
  };
  return {
    undo: () => attempt(() => visit.undo()),
    redo: () => attempt(() => visit.redo()),
    undoBatch: (batch: string | undefined) => attempt(() => visit.undoBatch(batch)),
    undoChange: (change: Change | undefined) => attempt(() => visit.replay('undo', change)),
    /** One change of the list, which shows itself what came of it. */
    replay: (direction: Direction, change: Change) =>
      attempt(() => visit.replay(direction, change, true), true),
  };
}
