import { getFileName, getParentPath } from '@/lib/files/file-checks';
import { countAll, type FileCounts, type FileJobRecord } from '../file-job.types';
import { jobsMessages as messages } from '../jobs-messages';

/** Returns the path of the folder into which a job moves or copies its sources, from the new path of the first; the bucket's title for its root. */
function getTargetFolder({ sources }: FileJobRecord, bucketTitle: string): string {
  return getParentPath(sources[0]?.newPath ?? '') || bucketTitle;
}

/** Returns the name of the only source, or the number of sources. */
function describeSources({ sources }: FileJobRecord): string {
  const [first] = sources;
  if (sources.length !== 1 || !first) return messages.items(sources.length);
  return messages.name(getFileName(first.path));
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
export function describeJob(record: FileJobRecord, bucketTitle: string): string {
  const what = describeSources(record);
  if (record.isUndo) return messages.running.undo(what);
  if (record.kind === 'delete') return messages.running.delete(what);
  return messages.running[record.kind](what, getTargetFolder(record, bucketTitle));
}

/** Returns what a job has done: "3 files moved to archive." */
export function describeDone(record: FileJobRecord, bucketTitle: string): string {
  const { done } = record.counts;
  if (record.isUndo) return messages.done.undo(done);
  if (record.kind === 'delete') return messages.done.delete(done);
  if (isRename(record)) return messages.renamed(done, record.sources[0]?.isFolder ?? false);
  return messages.done[record.kind](done, getTargetFolder(record, bucketTitle));
}

/** Returns how much of a job is done: "12 of 15 files moved". */
export function describePart({ kind, isUndo }: FileJobRecord, counts: FileCounts): string {
  return messages.partial[isUndo ? 'undo' : kind](counts.done, countAll(counts));
}

/** Returns the question about objects whose new names exist: "2 files already exist in archive." */
export function describeConflicts(record: FileJobRecord, bucketTitle: string): string {
  return messages.conflicts.question(record.counts.exists, getTargetFolder(record, bucketTitle));
}

/** Returns why objects were not processed: "2 rejected by a policy, 1 failed"; '' if all were. */
export function describeProblems(counts: FileCounts): string {
  return (['rejected', 'exists', 'skipped', 'missing', 'failed'] as const)
    .flatMap((outcome) => (counts[outcome] > 0 ? [messages.outcomes[outcome](counts[outcome])] : []))
    .join(', ');
}
