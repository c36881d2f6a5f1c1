import type { Crumb } from '@/components/page-header';
import { hrefs } from '@/lib/routes';
import type { EntryDrag } from '../entries/use-entry-drag';
import { filesMessages } from '../files-messages';

/**
 * Returns the breadcrumbs above a folder: the files area, the bucket, then the
 * folder's ancestors. `folders` are the names of the folders down to this folder.
 * Files can be dragged onto them with `createTargetProps`.
 */
export function buildCrumbs(
  bucket: string,
  title: string,
  folders: readonly string[],
  createTargetProps?: EntryDrag['createTargetProps'],
): Crumb[] {
  const ancestors = [title, ...folders].slice(0, -1);
  return [
    { label: filesMessages.page.files },
    ...ancestors.map((label, i) => {
      const path = folders.slice(0, i).join('/');
      const crumb = { label, href: hrefs.files(bucket, path) };
      return createTargetProps ? { ...crumb, linkProps: createTargetProps({ path }) } : crumb;
    }),
  ];
}
