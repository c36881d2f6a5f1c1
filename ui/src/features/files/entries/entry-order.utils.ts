import type { FileEntry } from '@/lib/api.gen';
import type { FilesSort } from '../page/files-state.utils';

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Returns the folders, then the files; both keep their order. */
export function putFoldersFirst(entries: readonly FileEntry[]): FileEntry[] {
  return [...entries.filter((entry) => entry.folder), ...entries.filter((entry) => !entry.folder)];
}

/**
 * Returns all entries of a list in the order that users expect: folders first, names in the alphabetical order of the
 * language, numbers by their value. A list of which only a part is loaded keeps the server's order.
 */
export function sortEntries(entries: readonly FileEntry[], sort: FilesSort): FileEntry[] {
  const [column, direction] = sort.split('.');
  const sign = direction === 'desc' ? -1 : 1;
  const compareNames = (a: FileEntry, b: FileEntry) =>
    collator.compare(a.path, b.path) || (a.path < b.path ? -1 : 1);
  if (column === 'name') return putFoldersFirst(entries.toSorted((a, b) => sign * compareNames(a, b)));
  const times = new Map(
    entries.map((entry) => [entry, parseTime(column === 'updated_at' ? entry.updatedAt : entry.createdAt)]),
  );
  const getTime = (entry: FileEntry) => times.get(entry) ?? 0;
  return putFoldersFirst(entries.toSorted((a, b) => sign * (getTime(a) - getTime(b)) || compareNames(a, b)));
}

function parseTime(time: string | null): number {
  return time === null ? 0 : Date.parse(time);
}
