import type { Bucket, FileEntry } from '@/lib/api.gen';
import { joinPath, refusalOf } from '@/lib/files/file-checks';
import { useWorkspace } from '@/lib/session';
import { uploadQueue } from '../api/upload-queue';
import type { FoundFile } from './drop.utils';

interface Folder {
  id: string;
  bucket: Bucket | undefined;
  prefix: string;
  /** What is known to be in it. */
  entries: readonly FileEntry[];
}

/** Sends files into a folder, after checking what can be checked before. */
export function useUpload({ id, bucket, prefix, entries }: Folder): (files: readonly FoundFile[]) => void {
  const { limits } = useWorkspace();
  return (files) => {
    const taken = new Set(entries.filter((entry) => !entry.folder).map((entry) => entry.path));
    uploadQueue.add(
      files.map(({ file, path: below }) => {
        const path = joinPath(prefix, below);
        return { bucket: id, path, file, taken: taken.has(path), refusal: refusalOf(file, bucket, limits) };
      }),
    );
  };
}
