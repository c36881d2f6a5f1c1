import { ApiError } from '@/lib/api';
import type { FileEntry } from '@/lib/api.gen';
import { fetchDescendants, startOfDescendants } from './folder';

/**
 * Returns the files whose path contains each word of a text, among the first 1,000 files of a bucket in the order of their paths. With a
 * storage service that can't list a folder with everything below it, searches only the files outside of folders. Throws
 * ApiError.
 */
export async function findFiles(
  bucket: string,
  text: string,
  signal: AbortSignal,
): Promise<readonly FileEntry[]> {
  const request = { bucket, match: text, signal };
  try {
    const page = await fetchDescendants(request, startOfDescendants(['']));
    if (!page.next || page.next.isRecursive) return page.files;
    return (await fetchDescendants(request, page.next)).files;
  } catch (error) {
    // Without a policy for the bucket's objects, there is nothing to find.
    if (error instanceof ApiError && error.status === 403) return [];
    throw error;
  }
}
