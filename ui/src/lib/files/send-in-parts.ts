import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { ApiError, buildCommonHeaders, createNoResponseError, parseError, reportRejection } from '@/lib/api';
import { reportResponse } from '@/lib/requests/connection';
import { formatUserMetadata, type SendFileRequest } from './send-file-request';

/** The size of a part in bytes. Supabase requires exactly this size. */
const partBytes = 6 * 1024 * 1024;

/** Delays before a part is sent again, in milliseconds. After the last one, the upload fails and its caller can continue it later. */
const retryDelays = [0, 1000, 3000];

/**
 * Uploads a file in parts with the protocol tus: POST /api/uploads, then PATCH for each part. Continues `uploadURL` at
 * the offset that the server reports. If that upload has expired, starts a new one.
 */
export function sendInParts(request: SendFileRequest): Promise<void> {
  const { file, signal } = request;
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(file, {
      endpoint: new URL('/api/uploads', window.location.href).href,
      uploadUrl: request.uploadURL ?? null,
      chunkSize: partBytes,
      retryDelays,
      storeFingerprintForResuming: false,
      headers: { ...buildCommonHeaders(), ...(request.overwrite ? { 'X-Upsert': 'true' } : {}) },
      metadata: buildMetadata(request),
      onShouldRetry: (error) => navigator.onLine && canRetryPart(getApiError(error)),
      onAfterResponse: (sent, response) => checkResponse(sent, response, request.onRestart),
      onUploadUrlAvailable: () => upload.url !== null && request.onUploadURL?.(upload.url),
      onProgress: request.onProgress,
      onSuccess: () => resolve(),
      onError: (error) => reject(toUploadError(error)),
    });
    const abort = () => {
      void upload.abort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    else upload.start();
  });
}

/** Returns the values of tus's header `Upload-Metadata`, not encoded: bucket, path, type, caching (1 hour), and the user metadata as JSON if there is any. */
function buildMetadata(request: SendFileRequest): Record<string, string> {
  const metadata = formatUserMetadata(request);
  return {
    bucketName: request.bucket,
    objectName: request.path,
    contentType: request.file.type || 'application/octet-stream',
    cacheControl: '3600',
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** Throws the ApiError of a rejection. Otherwise the client would start an upload again after any failed request for its offset. */
function checkResponse(request: HttpRequest, response: HttpResponse, onRestart: (() => void) | undefined) {
  const status = response.getStatus();
  reportResponse();
  if (status < 400) return;
  if (request.getMethod() === 'HEAD' && isExpired(status)) {
    onRestart?.();
    return;
  }
  throw parseUploadError(request.getMethod(), status, response);
}

const isExpired = (status: number) => status === 404 || status === 410;

/** Parses a rejection: JSON of Tableside, or a line of text of the storage service. */
function parseUploadError(method: string, status: number, response: HttpResponse): ApiError {
  const text = response.getBody();
  const headers = new Headers();
  for (const name of ['Content-Type', 'X-Request-Id', 'Retry-After']) {
    const value = response.getHeader(name);
    if (value !== undefined && value !== null) headers.set(name, value);
  }
  const isText = headers.get('Content-Type')?.startsWith('text/plain') ?? false;
  if (!isText) return parseError(status, headers, text);
  return new ApiError({
    code: findCode(method, status, text),
    message: text,
    details: '',
    hint: '',
    status,
    requestId: headers.get('X-Request-Id') ?? '',
  });
}

/** Returns the error code for a rejection as plain text, which has no code. A status depends on the method of the request. */
function findCode(method: string, status: number, text: string): string {
  if (status === 409) return method === 'PATCH' && /offset/i.test(text) ? 'UploadOffset' : 'KeyAlreadyExists';
  if (status === 400) return /invalid key/i.test(text) ? 'InvalidKey' : 'InvalidRequest';
  if (isExpired(status) && method !== 'POST') return 'UploadExpired';
  return codesByStatus[status] ?? 'ResumableUpload';
}

const codesByStatus: Partial<Record<number, string>> = {
  403: 'AccessDenied',
  404: 'NoSuchBucket',
  413: 'EntityTooLarge',
  415: 'InvalidMimeType',
  423: 'UploadLocked',
};

/** Whether the part can be sent again immediately: another request had the upload, or there was no definite response. */
function canRetryPart(error: ApiError | undefined): boolean {
  if (!error) return true;
  const { code, status } = error;
  return ['UploadOffset', 'UploadExpired', 'UploadLocked'].includes(code) || status >= 500 || status === 429;
}

function getApiError(error: Error | DetailedError): ApiError | undefined {
  const cause = 'causingError' in error ? error.causingError : error;
  return cause instanceof ApiError ? cause : undefined;
}

function toUploadError(error: Error | DetailedError): ApiError {
  const rejection = getApiError(error);
  return rejection ? reportRejection(rejection) : createNoResponseError(error);
}
