import type { BatchState } from '@/data/writes/batches/batch-job';
import type { ConflictDecision } from '../uploads/queue/upload.types';

export type FileJobKind = 'move' | 'copy' | 'delete';

/**
 * The outcome of an object of a job. `sending`: the request was sent, its result is not known yet. `rejected`: a policy
 * protects the object. `exists`: another object has the new name. `skipped`: the user decided to leave it in this case.
 * `missing`: the object does not exist any more.
 */
export const fileOutcomes = [
  'pending',
  'sending',
  'done',
  'rejected',
  'exists',
  'skipped',
  'missing',
  'failed',
] as const;

export type FileOutcome = (typeof fileOutcomes)[number];

export type FileCounts = Record<FileOutcome, number>;

/** An object of a job. */
export interface FileJobItem {
  job: string;
  /** Position in the job, from 0. */
  index: number;
  from: string;
  /** The new path; null to delete the object. */
  to: string | null;
  outcome: FileOutcome;
  /** Why it failed; '' otherwise. */
  note: string;
  /** The user's decision if another object has the new name; undefined before it. */
  decision?: Exclude<ConflictDecision, 'skip'>;
}

/** A file or folder that the user chose. */
export interface FileJobSource {
  path: string;
  isFolder: boolean;
  /** The new path; null to delete it. */
  newPath: string | null;
}

export interface FileJobPlan {
  kind: FileJobKind;
  bucket: string;
  sources: readonly FileJobSource[];
  /** The objects, if they are already listed. Otherwise the job lists them first. */
  objects?: readonly Pick<FileJobItem, 'from' | 'to'>[];
  /** The job reverts another job. */
  isUndo?: boolean;
}

/** A job, as it is stored in the browser. */
export interface FileJobRecord extends Required<Omit<FileJobPlan, 'objects'>> {
  id: string;
  /** The user and the backend (see getOutboxScope). */
  scope: string;
  /** The page that runs it (see holdPageLock). */
  page: string;
  /** When it started, in milliseconds since 1970. */
  at: number;
  state: 'running' | 'done' | 'canceled';
  counts: FileCounts;
  /** The stored items are all objects of the job. */
  isListed: boolean;
}

export interface FileJobState extends BatchState {
  counts: FileCounts;
  /** The objects are listed. Until then, the counts grow. */
  isListed: boolean;
}

/** Returns the number of objects by outcome. */
export function countOutcomes(items: readonly Pick<FileJobItem, 'outcome'>[]): FileCounts {
  const counts = Object.fromEntries(fileOutcomes.map((outcome) => [outcome, 0])) as FileCounts;
  for (const { outcome } of items) counts[outcome] += 1;
  return counts;
}

/** Returns the number of objects in a job. */
export function countAll(counts: FileCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Returns the number of objects that could not be processed. */
export function countUnprocessed({ rejected, exists, missing, failed }: FileCounts): number {
  return rejected + exists + missing + failed;
}
