import { api, path } from '@/lib/api';
import type { FileSignRequest, FileSignResponse } from '@/lib/api.gen';

export interface LinkRequest {
  bucket: string;
  /** The file's path in the bucket. */
  path: string;
  /** Seconds; null for a public link, which needs a public bucket. */
  expiresIn: number | null;
  /** The name under which the file is downloaded; "" opens it. */
  download: string;
}

/** Creates a link with which anyone can open a file (POST /api/files/:bucket/sign). */
export async function createLink({
  bucket,
  path: name,
  expiresIn,
  download,
}: LinkRequest): Promise<FileSignResponse> {
  const body: FileSignRequest = {
    path: name,
    expiresIn: expiresIn ?? 0,
    ...(download === '' ? {} : { download }),
    ...(expiresIn === null ? { public: true } : {}),
  };
  return (await api.post<FileSignResponse>(path`/api/files/${bucket}/sign`, { body })).data;
}
