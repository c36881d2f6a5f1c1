import { formatCount, formatPlural } from '@/lib/text/format';
import type { FileJobKind, FileOutcome } from './file-job.types';

const files = (count: number) => formatPlural(count, 'file');

/** The texts of the jobs over files. A translation is one more file that satisfies `typeof jobsMessages`. */
export const jobsMessages = {
  label: 'File operations',
  name: (name: string) => `“${name}”`,
  items: (count: number) => formatPlural(count, 'item'),
  running: {
    move: (what: string, folder: string) => `Moving ${what} to ${folder}`,
    copy: (what: string, folder: string) => `Copying ${what} to ${folder}`,
    delete: (what: string) => `Deleting ${what}`,
    undo: (what: string) => `Moving ${what} back`,
  },
  listing: (count: number) => (count === 0 ? 'Counting files' : `Counting files: ${formatCount(count)}`),
  progress: (done: number, total: number) => `${formatCount(done)} of ${files(total)}`,
  paused: 'Paused',
  reloaded: 'The page was reloaded before all files were deleted.',
  done: {
    move: (count: number, folder: string) => `${files(count)} moved to ${folder}.`,
    copy: (count: number, folder: string) => `${files(count)} copied to ${folder}.`,
    delete: (count: number) => `${files(count)} deleted.`,
    undo: (count: number) => `${files(count)} moved back.`,
  },
  renamed: (count: number, isFolder: boolean) =>
    isFolder ? `Folder renamed, with ${files(count)}.` : 'File renamed.',
  partial: {
    move: (done: number, total: number) => `${formatCount(done)} of ${files(total)} moved`,
    copy: (done: number, total: number) => `${formatCount(done)} of ${files(total)} copied`,
    delete: (done: number, total: number) => `${formatCount(done)} of ${files(total)} deleted`,
    undo: (done: number, total: number) => `${formatCount(done)} of ${files(total)} moved back`,
  },
  canceled: 'Canceled.',
  conflicts: {
    question: (count: number, folder: string) =>
      `${files(count)} already ${count === 1 ? 'exists' : 'exist'} in ${folder}.`,
    replace: (count: number) => (count === 1 ? 'Replace' : 'Replace all'),
    keepBoth: (count: number) => (count === 1 ? 'Keep both' : 'Keep all'),
    skip: (count: number) => (count === 1 ? 'Skip' : 'Skip all'),
  },
  outcomes: {
    rejected: (count: number) => `${formatCount(count)} rejected by a policy`,
    exists: (count: number) => `${formatCount(count)} with an existing name`,
    skipped: (count: number) => `${formatCount(count)} skipped`,
    missing: (count: number) => `${formatCount(count)} no longer there`,
    failed: (count: number) => `${formatCount(count)} failed`,
  },
  cancel: 'Cancel',
  pause: 'Pause',
  resume: 'Resume',
  undo: 'Undo',
  showReport: 'Show report',
  dismiss: 'Dismiss',
  progressLabel: 'Progress',
  report: {
    title: {
      move: 'Files that were not moved',
      copy: 'Files that were not copied',
      delete: 'Files that were not deleted',
    } satisfies Record<FileJobKind, string>,
    summary: (role: string) =>
      `A policy decides what your role (${role}) can change. Ask the workspace’s owner if you need access.`,
    file: 'File',
    reason: 'Reason',
    reasons: {
      pending: 'Not started',
      sending: 'Unknown: no response from the server',
      done: 'Done',
      rejected: 'Rejected by a policy',
      exists: 'A file with this name already exists',
      skipped: 'Skipped: a file with this name already exists',
      missing: 'The file no longer exists',
      failed: 'Failed',
    } satisfies Record<FileOutcome, string>,
    download: 'Download report',
    columns: ['file', 'new path', 'outcome', 'message'],
    fileName: 'files-report.csv',
    more: (count: number) => `${files(count)} more. The report contains all.`,
    close: 'Close',
  },
};
