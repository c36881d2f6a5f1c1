import type { Crumb } from '@/components/page-header';
import { hrefs } from '@/lib/routes';

/** What is above a folder, given by the names of the folders that lead to it: the bucket, then its folders. */
export function buildCrumbs(bucket: string, folders: readonly string[]): Crumb[] {
  const above = [bucket, ...folders].slice(0, -1);
  return [
    { label: 'Files' },
    ...above.map((label, i) => ({ label, href: hrefs.files(bucket, folders.slice(0, i).join('/')) })),
  ];
}
