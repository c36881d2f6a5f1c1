import type { Bucket, FileEntry } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { isValidPath, joinPath, validateFile } from '@/lib/files/file-checks';
import type { LocalFile } from './dropped-files.utils';
import { uploadQueue } from './queue/upload-queue';

interface UploadFolder {
  bucketId: string;
  /** Undefined while the bucket is not loaded. */
  bucket: Bucket | undefined;
  /** The folder's path in the bucket. */
  prefix: string;
  /** The folder's entries that are loaded. */
  entries: readonly FileEntry[];
}

/**
 * Returns a function that uploads files into a folder through the upload queue.
 * Files that the bucket does not accept are not sent; files whose name is known to
 * be taken, or that storage does not accept, are not sent before the user decides.
 */
export function useFolderUpload({
  bucketId,
  bucket,
  prefix,
  entries,
}: UploadFolder): (files: readonly LocalFile[]) => void {
  const { limits } = useWorkspace();
  return (files) => {
    const takenPaths = new Set(entries.filter((entry) => !entry.folder).map((entry) => entry.path));
    uploadQueue.add(
      files.map(({ file, path: relativePath }) => {
        const path = joinPath(prefix, relativePath);
        return {
          bucket: bucketId,
          path,
          file,
          isNameTaken: takenPaths.has(path),
          isNameInvalid: !isValidPath(relativePath),
          validationError: validateFile(file, bucket, limits),
        };
      }),
    );
  };
}
