import { buildCommonHeaders, noResponseError, parseError, path, reportRejection } from '@/lib/api';
import type { FileEntry } from '@/lib/api.gen';
import { reportResponse } from '@/lib/connection';
import { parseJSON } from '@/lib/json';

export interface SendFileRequest {
  bucket: string;
  path: string;
  file: Blob;
  /** Whether to replace an existing object of the same name. */
  overwrite: boolean;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file: PUT /api/files/:bucket/*path. Does not use fetch, which does not report the progress of an upload.
 * Rejects with an ApiError; if an object of the same name exists, its status is 409.
 */
export function sendFile({
  bucket,
  path: to,
  file,
  overwrite,
  onProgress,
  signal,
}: SendFileRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const segments = to.split('/').map(encodeURIComponent).join('/');
    request.open('PUT', path`/api/files/${bucket}/` + segments);
    for (const [name, value] of Object.entries(buildCommonHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    if (!overwrite) request.setRequestHeader('If-None-Match', '*');
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => {
      reportResponse();
      if (request.status < 300 && isConfirmed(request.responseText, to)) resolve();
      else reject(reportRejection(parseError(request.status, getHeaders(request), request.responseText)));
    };
    request.onerror = () => reject(noResponseError());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) reject(signal.reason);
    else request.send(file);
  });
}

/** Whether a response confirms the upload: a proxy can respond with status 200 in the server's place. */
function isConfirmed(response: string, to: string): boolean {
  try {
    return parseJSON<Partial<FileEntry> | null>(response)?.path === to;
  } catch {
    return false;
  }
}

function getHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const name of ['Content-Type', 'X-Request-Id']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
