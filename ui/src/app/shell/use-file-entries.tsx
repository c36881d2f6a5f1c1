import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { type FileSearch, type FoundFile, useFileSearch } from '@/features/files/api/use-file-search';
import { FileIcon } from '@/features/files/browser/thumbnails/file-icon';
import { formatPreviewHref } from '@/features/files/page/files-state.utils';
import type { Bucket } from '@/lib/api.gen';
import { bucketsQuery } from '@/lib/files/buckets';
import type { PaletteEntry } from './palette/palette.utils';
import { sortByMatch } from './palette/palette.utils';
import { shellMessages } from './shell-messages';

/** Maximum number of files per bucket in the list. A longer text narrows them. */
const maxPerBucket = 5;

const noBuckets: readonly Bucket[] = [];

/** Returns the palette entries of the files whose name matches a text: the best matches of each bucket. They open the preview. */
export function useFileEntries(
  text: string,
): Omit<FileSearch, 'files'> & { entries: readonly PaletteEntry[] } {
  const [, navigate] = useLocation();
  const { data: buckets = noBuckets, isLoading } = useQuery(bucketsQuery());
  const { files, pending, failed } = useFileSearch(buckets, text);
  // `isFound` is not set: results of the previous text, and files of which only the folder matches, must be filtered out.
  const toEntry = ({ bucket, file }: FoundFile): PaletteEntry => ({
    id: ['file', bucket.id, file.path].join(' '),
    group: shellMessages.palette.groups.files,
    label: file.name,
    icon: <FileIcon entry={file} />,
    detail: file.path.slice(0, -file.name.length - 1),
    note: bucket.title,
    run: () => navigate(formatPreviewHref(bucket.id, file.path)),
  });
  const entries = buckets.flatMap((bucket) => {
    const matches = files.filter((each) => each.bucket === bucket).map(toEntry);
    return sortByMatch(matches, text).slice(0, maxPerBucket);
  });
  return { entries, pending: pending || (isLoading && text.trim() !== ''), failed };
}
