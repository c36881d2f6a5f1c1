import { commonHeaders, errorFrom, path, refused, unanswered } from '@/lib/api';
import { reportAnswer } from '@/lib/connection';

export interface SendFile {
  bucket: string;
  path: string;
  file: Blob;
  /** Whether it may take the place of an object of the same name. */
  overwrite: boolean;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/**
 * PUT /api/files/:bucket/*path. Not fetch, which can't tell how much has gone
 * out. Rejects with an ApiError; a name that is taken has status 409.
 */
export function sendFile({ bucket, path: to, file, overwrite, onProgress, signal }: SendFile): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const segments = to.split('/').map(encodeURIComponent).join('/');
    request.open('PUT', path`/api/files/${bucket}/` + segments);
    for (const [name, value] of Object.entries(commonHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    if (!overwrite) request.setRequestHeader('If-None-Match', '*');
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => {
      reportAnswer();
      if (request.status < 300) resolve();
      else reject(refused(errorFrom(request.status, headersOf(request), request.responseText)));
    };
    request.onerror = () => reject(unanswered());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) reject(signal.reason);
    else request.send(file);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const name of ['Content-Type', 'X-Request-Id']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
