import type { Crumb } from '@/components/page-header';
import { hrefs } from '@/lib/routes';
import { filesMessages } from '../files-messages';

/**
 * Returns the breadcrumbs above a folder: the files area, the bucket, then the
 * folder's ancestors. `folders` are the names of the folders down to this folder.
 */
export function buildCrumbs(bucket: string, title: string, folders: readonly string[]): Crumb[] {
  const ancestors = [title, ...folders].slice(0, -1);
  return [
    { label: filesMessages.page.files },
    ...ancestors.map((label, i) => ({ label, href: hrefs.files(bucket, folders.slice(0, i).join('/')) })),
  ];
}
