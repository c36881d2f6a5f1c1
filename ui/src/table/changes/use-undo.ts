import { toast } from '@/components/overlays/toast';
import type { Direction } from '@/data/writes/edits/changes.utils';
import type { Change, Replay } from '@/data/writes/history/history';
import type { Undone } from '@/data/writes/history/visit';
import { formatCount, plural } from '@/lib/format';
import { useSchema } from '@/lib/session';
import { useVisit } from '@/table/visit-context';
import { useOpenChanges } from './changes-context';
import { inWords, refusalSentence, subjectOf } from './changes-list.utils';

/** Undo and redo, and what is said of them where it can't be seen: many rows, or another table than the one shown. */
export function useUndo(shown?: Pick<Change['table'], 'schema' | 'name'>) {
  const visit = useVisit();
  const openChanges = useOpenChanges();
  const schema = useSchema();

  const tell = (undone: Undone | undefined) => {
    if (!undone) return;
    if ('withdrawn' in undone) {
      return toast.info(
        undone.withdrawn.length === 1
          ? 'Taken back before it was sent.'
          : `${plural(undone.withdrawn.length, 'edit')} taken back before they were sent.`,
      );
    }
    tellReplay(undone);
  };
  const tellReplay = ({ change, direction, done, left, refused }: Replay) => {
    const verb = direction === 'undo' ? 'undone' : 'done again';
    const show = { label: 'Show', onClick: () => openChanges() };
    if (left > 0) {
      const rest = refused.length > 0 ? `, ${formatCount(refused.length)} could not be` : '';
      return toast.info(
        `Stopped: ${plural(done, 'row')} ${done === 1 ? 'is' : 'are'} ${verb}${rest}; ${formatCount(left)} left as they are.`,
        show,
      );
    }
    if (refused.length > 0 && change.rows.length > 1) {
      return toast.info(`${plural(refused.length, 'row')} could not be ${verb}; ${done} were.`, show);
    }
    const here = shown?.schema === change.table.schema && shown.name === change.table.name;
    const [only] = refused;
    if (only) {
      // The table tells of updates by itself.
      if (here && only.write.kind === 'update') return;
      const why = refusalSentence(schema, change.table, only.refusal, {});
      return toast.info(`${subjectOf(change)} could not be ${verb}. ${why}`, show);
    }
    if (here && change.rows.length === 1 && change.rows[0]?.before && change.rows[0].after) return;
    toast.done(`${change.table.title}: “${inWords(change)}” is ${verb}.`);
  };
  const attempt = async (work: () => Promise<Undone | undefined>, silent = false) => {
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
