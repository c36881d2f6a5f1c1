import type { Bucket, FileEntry } from '@/lib/api.gen';
import { joinPath, validateFile } from '@/lib/files/file-checks';
import { useWorkspace } from '@/lib/session';
import { uploadQueue } from '../api/upload-queue';
import type { LocalFile } from './dropped-files.utils';

interface UploadFolder {
  id: string;
  bucket: Bucket | undefined;
  prefix: string;
  /** What is known to be in it. */
  entries: readonly FileEntry[];
}

/** Sends files into a folder, after checking what can be checked before. */
export function useFolderUpload({
  id,
  bucket,
  prefix,
  entries,
}: UploadFolder): (files: readonly LocalFile[]) => void {
  const { limits } = useWorkspace();
  return (files) => {
    const taken = new Set(entries.filter((entry) => !entry.folder).map((entry) => entry.path));
    uploadQueue.add(
      files.map(({ file, path: below }) => {
        const path = joinPath(prefix, below);
        return {
          bucket: id,
          path,
          file,
          isNameTaken: taken.has(path),
          validationError: validateFile(file, bucket, limits),
        };
      }),
    );
  };
}
