import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import type { FileEntry } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { type FilesState, formatFilesState } from '../page/files-state.utils';

export interface EntryLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  bucket: string;
  prefix: string;
  entry: FileEntry;
  state: FilesState;
}

/** Link that opens a folder, or the preview of a file. */
export function EntryLink({ bucket, prefix, entry, state, children, ...props }: EntryLinkProps) {
  const location = usePathname();
  const href = entry.folder
    ? hrefs.files(bucket, entry.path) + formatFilesState({ ...state, search: '', file: null })
    : location + formatFilesState({ ...state, file: getRelativePath(entry, prefix) });
  return (
    <Link href={href} draggable={false} title={entry.name} dir="auto" {...props}>
      {children}
    </Link>
  );
}

/** Returns an entry's path relative to the current folder. It has several segments for a match in a subfolder. */
export function getRelativePath(entry: FileEntry, prefix: string): string {
  return prefix === '' ? entry.path : entry.path.slice(prefix.length + 1);
}
