import type { FileEntry } from '@/lib/api.gen';
import { joinPath } from '@/lib/files/file-checks';
import { fileJobs } from './file-jobs';

/** Starts the job that moves or copies entries to a folder. Entries that are already there are not moved. */
export function startTransfer(
  kind: 'move' | 'copy',
  bucket: string,
  entries: readonly FileEntry[],
  folder: string,
): void {
  const sources = entries
    .map((entry) => ({ path: entry.path, isFolder: entry.folder, newPath: joinPath(folder, entry.name) }))
    .filter(({ path, newPath }) => path !== newPath);
  if (sources.length > 0) fileJobs.start({ kind, bucket, sources });
}

/** Whether a folder is one of the entries, or in one of them: they can't be moved there. */
export function isInside(folder: string, entries: readonly FileEntry[]): boolean {
  return entries.some((entry) => entry.folder && `${folder}/`.startsWith(`${entry.path}/`));
}
