import { queryOptions } from '@tanstack/react-query';
import { ApiError, api, path } from '@/lib/api';
import type { FileList, FilePrivileges, FileRemoveRequest, FileRemoveResponse } from '@/lib/api.gen';
import { makeUniqueName } from '@/lib/files/file-checks';
import { sendFile } from '@/lib/files/send-file';
import type { SendFileRequest } from '@/lib/files/send-file-request';
import { relationsMessages } from './relations-messages';

/** Query for the user's privileges in a folder of a bucket. A null privilege is unknown until it is tried. */
export function folderPrivilegesQuery(bucket: string, folder: string) {
  return queryOptions({
    queryKey: ['files', bucket, 'privileges', folder] as const,
    queryFn: async ({ signal }): Promise<FilePrivileges> => {
      const query = { prefix: folder, limit: 1, privileges: 'true' };
      return (await api.get<FileList>(path`/api/files/${bucket}`, { query, signal })).data.privileges;
    },
    staleTime: 5 * 60_000,
  });
}

/** Maximum number of names that addObject tries. */
const maxNameAttempts = 20;

export interface NewObject extends Pick<SendFileRequest, 'bucket' | 'file' | 'onProgress' | 'signal'> {
  folder: string;
  name: string;
}

/** Uploads a file to a folder, with another name if the name is taken. Returns the object's path. Throws ApiError. */
export async function addObject({ folder, name, ...request }: NewObject, send = sendFile): Promise<string> {
  const taken = new Set<string>();
  for (let candidate = name; ; candidate = makeUniqueName(name, taken)) {
    const to = folder === '' ? candidate : `${folder}/${candidate}`;
    try {
      await send({ ...request, path: to, overwrite: false });
      return to;
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 409;
      taken.add(candidate);
      if (!isTaken || taken.size >= maxNameAttempts) throw error;
    }
  }
}

/** Deletes one object. Throws ApiError; its code is `object_rejected` if storage did not delete it. */
export async function removeObject(bucket: string, object: string): Promise<void> {
  const body: FileRemoveRequest = { paths: [object] };
  const { data } = await api.post<FileRemoveResponse>(path`/api/files/${bucket}/remove`, { body });
  if (data.failed.length === 0) return;
  throw new ApiError({
    code: 'object_rejected',
    message: relationsMessages.fileNotDeleted(bucket),
    details: object,
    hint: '',
    status: 403,
    requestId: '',
  });
}
