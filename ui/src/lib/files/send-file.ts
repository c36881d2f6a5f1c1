import { buildCommonHeaders, createNoResponseError, parseError, path, reportRejection } from '@/lib/api';
import type { FileEntry } from '@/lib/api.gen';
import { reportResponse } from '@/lib/requests/connection';
import { parseJSON } from '@/lib/text/json';
import { formatUserMetadata, type SendFileRequest } from './send-file-request';

/** Larger files are sent in parts with the protocol tus, so that they can be continued. In bytes. */
export const maxWholeFileBytes = 6 * 1024 * 1024;

/** Uploads a file. Rejects with an ApiError; if an object of the same name exists, its status is 409 and its code KeyAlreadyExists. */
export async function sendFile(request: SendFileRequest): Promise<void> {
  if (request.file.size <= maxWholeFileBytes) return sendWholeFile(request);
  const { sendInParts } = await import('./send-in-parts').catch((cause: unknown) => {
    throw createNoResponseError(cause);
  });
  return sendInParts(request);
}

/** Deletes the part of an upload that was sent. Without a response, it stays on the server until it expires. */
export async function discardUpload(url: string): Promise<void> {
  const headers = { ...buildCommonHeaders(), 'Tus-Resumable': '1.0.0' };
  await fetch(url, { method: 'DELETE', headers }).catch(() => undefined);
}

/** PUT /api/files/:bucket/*path. Does not use fetch, which does not report the progress of an upload. */
function sendWholeFile(upload: SendFileRequest): Promise<void> {
  const { bucket, path: to, file, overwrite, onProgress, signal } = upload;
  const metadata = formatUserMetadata(upload);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const segments = to.split('/').map(encodeURIComponent).join('/');
    request.open('PUT', path`/api/files/${bucket}/` + segments);
    for (const [name, value] of Object.entries(buildCommonHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    if (!overwrite) request.setRequestHeader('If-None-Match', '*');
    if (metadata !== undefined) request.setRequestHeader('X-Metadata', encodeBase64(metadata));
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => {
      reportResponse();
      if (request.status < 300 && isConfirmed(request.responseText, to)) resolve();
      else reject(reportRejection(parseError(request.status, getHeaders(request), request.responseText)));
    };
    request.onerror = () => reject(createNoResponseError());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) reject(signal.reason);
    else request.send(file);
  });
}

/** Encodes a text as base64 of UTF-8. */
function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
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
