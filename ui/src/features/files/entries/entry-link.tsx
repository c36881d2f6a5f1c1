import type { ComponentProps } from 'react';
import { Link, useLocation } from 'wouter';
import type { FileEntry } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { type FilesState, formatFilesState } from '../page/files-state.utils';

export interface EntryLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  bucket: string;
  prefix: string;
  entry: FileEntry;
  state: FilesState;
}

/** Leads into a folder, or opens a file's preview over the page. */
export function EntryLink({ bucket, prefix, entry, state, children, ...props }: EntryLinkProps) {
  const [location] = useLocation();
  const href = entry.folder
    ? hrefs.files(bucket, entry.path) + formatFilesState({ ...state, search: '', file: null })
    : location + formatFilesState({ ...state, file: getRelativePath(entry, prefix) });
  return (
    <Link href={href} draggable={false} title={entry.name} dir="auto" {...props}>
      {children}
    </Link>
  );
}

/** An entry's path below the folder shown: its name, but for what a search finds further down. */
export function getRelativePath(entry: FileEntry, prefix: string): string {
  return prefix === '' ? entry.path : entry.path.slice(prefix.length + 1);
}
