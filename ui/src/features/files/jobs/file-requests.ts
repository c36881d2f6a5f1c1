import { type ApiError, api, path, toApiError } from '@/lib/api';
import type { FileInfo, FileRemoveResponse, FileTransferRequest } from '@/lib/api.gen';
import { listDescendants } from '../api/folder';
import type { FileJobItem, FileJobKind, FileJobSource, FileOutcome } from './file-job.types';

/** The requests of a job. A test replaces them. */
export interface FileRequests {
  /** Moves or copies an object; `replace` overwrites an object of the new name. */
  transfer: (
    kind: 'move' | 'copy',
    bucket: string,
    from: string,
    to: string,
    replace: boolean,
  ) => Promise<void>;
  /** Deletes objects, and returns the paths of those that were not deleted. */
  remove: (bucket: string, paths: readonly string[]) => Promise<readonly string[]>;
  /** Returns the properties of an object; undefined if it does not exist or the role can't see it. */
  find: (bucket: string, object: string) => Promise<Pick<FileInfo, 'etag' | 'size'> | undefined>;
  /** Yields the paths of all objects of a source. */
  list: (bucket: string, source: FileJobSource) => AsyncGenerator<readonly string[]>;
}

export const fileRequests: FileRequests = {
  async transfer(kind, bucket, from, to, replace) {
    const body: FileTransferRequest = { from, to, ...(replace && { replace }) };
    await api.post(path`/api/files/${bucket}/${kind}`, { body });
  },
  async remove(bucket, paths) {
    const { data } = await api.post<FileRemoveResponse>(path`/api/files/${bucket}/remove`, {
      body: { paths },
    });
    return data.failed;
  },
  async find(bucket, object) {
    const segments = object.split('/').map(encodeURIComponent).join('/');
    try {
      return (await api.get<FileInfo>(path`/api/file-info/${bucket}/` + segments)).data;
    } catch (error) {
      if (isNotFound(toApiError(error))) return undefined;
      throw error;
    }
  },
  async *list(bucket, source) {
    if (!source.isFolder) return yield [source.path];
    for await (const page of listDescendants(bucket, [source.path])) yield page.map((entry) => entry.path);
  },
};

function isNotFound({ status, code }: ApiError): boolean {
  return status === 404 || code === 'NoSuchKey';
}

/** Whether the backend decided about the object: the same request would fail again. */
export function isFinal({ status, code }: ApiError): boolean {
  const isLater = [401, 408, 425, 429].includes(status) || code === 'not_signed_in';
  return status >= 400 && status <= 500 && !isLater;
}

export interface Result {
  outcome: FileOutcome;
  note: string;
}

/**
 * Returns the outcome of a move or copy that the backend rejected. After `wasSent`, an earlier request without a
 * response can have done it. Storage reports an object that a policy protects as missing: it still exists, if the role
 * can see it.
 */
export async function explainTransfer(
  requests: FileRequests,
  kind: FileJobKind,
  bucket: string,
  { from, to }: FileJobItem,
  error: ApiError,
  wasSent: boolean,
): Promise<Result> {
  const note = error.message;
  if (isNotFound(error)) {
    const [source, target] = [
      await requests.find(bucket, from),
      wasSent && (await requests.find(bucket, to ?? '')),
    ];
    if (source) return { outcome: 'rejected', note };
    return target ? { outcome: 'done', note: '' } : { outcome: 'missing', note };
  }
  if (error.status === 409 || /AlreadyExists|Duplicate/.test(error.code)) {
    const isDone = wasSent && kind === 'copy' && (await isSameContent(requests, bucket, from, to ?? ''));
    return isDone ? { outcome: 'done', note: '' } : { outcome: 'exists', note };
  }
  return { outcome: error.status === 403 ? 'rejected' : 'failed', note };
}

async function isSameContent(
  requests: FileRequests,
  bucket: string,
  from: string,
  to: string,
): Promise<boolean> {
  const [source, target] = [await requests.find(bucket, from), await requests.find(bucket, to)];
  return source !== undefined && target?.etag === source.etag && target.size === source.size;
}
