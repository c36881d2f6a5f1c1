import { getParentPath } from '@/lib/files/file-checks';
import { countAll, type FileCounts, type FileJobRecord } from './file-job.types';
import { jobsMessages as messages } from './jobs-messages';

/** Returns the name of the folder into which the sources are moved or copied; the bucket for its root. */
function getFolder({ bucket, sources }: FileJobRecord): string {
  const folder = getParentPath(sources[0]?.newPath ?? '');
  return folder === '' ? bucket : folder;
}

/** Returns the name of the only source, or the number of sources. */
function describeSources({ sources }: FileJobRecord): string {
  const [first] = sources;
  if (sources.length !== 1 || !first) return messages.items(sources.length);
  return messages.name(first.path.split('/').pop() ?? '');
}

/** Whether the job only changes the name of a file or folder. */
function isRename({ kind, sources }: FileJobRecord): boolean {
  const [first] = sources;
  return (
    kind === 'move' &&
    sources.length === 1 &&
    first !== undefined &&
    getParentPath(first.path) === getParentPath(first.newPath ?? '')
  );
}

/** Returns what a job is doing: "Moving “guides” to archive". */
export function describeJob(record: FileJobRecord): string {
  const what = describeSources(record);
  if (record.isUndo) return messages.running.undo(what);
  if (record.kind === 'delete') return messages.running.delete(what);
  return messages.running[record.kind](what, getFolder(record));
}

/** Returns what a job has done: "3 files moved to archive." */
export function describeDone(record: FileJobRecord): string {
  const { done } = record.counts;
  if (record.isUndo) return messages.done.undo(done);
  if (record.kind === 'delete') return messages.done.delete(done);
  if (isRename(record)) return messages.renamed(done, record.sources[0]?.isFolder ?? false);
  return messages.done[record.kind](done, getFolder(record));
}

/** Returns how much of a job is done: "12 of 15 files moved". */
export function describePart({ kind, isUndo }: FileJobRecord, counts: FileCounts): string {
  return messages.partial[isUndo ? 'undo' : kind](counts.done, countAll(counts));
}

/** Returns why objects were not processed: "2 rejected by a policy, 1 failed"; '' if all were. */
export function describeProblems(counts: FileCounts): string {
  return (['rejected', 'exists', 'missing', 'failed'] as const)
    .flatMap((outcome) => (counts[outcome] > 0 ? [messages.outcomes[outcome](counts[outcome])] : []))
    .join(', ');
}
