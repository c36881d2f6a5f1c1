import { parseTotal } from '@/data/rows/rows-api';
import { ApiError, api, createNoResponseError, path, toApiError } from '@/lib/api';
import type { Action } from '@/lib/api.gen';
import { JSONText } from '@/lib/text/json';
import type { ReceivedPart, ResponseContent } from '../response/response-content';
import { type CallOutcome, classifyCallError, createNotSentError } from './call-outcome';
import { sendEdgeCall } from './edge-call';

/** A request that calls an action. */
export interface ActionRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  /** A text, or a file as the content. */
  body: string | File;
}

/** The response to a call, and its duration. */
export interface CallResponse {
  content: ResponseContent;
  status: number;
  headers: readonly (readonly [string, string])[];
  milliseconds: number;
}

export interface CallOptions {
  /** The error text of a call that is not sent, because the browser is offline. */
  offlineText: string;
  signal?: AbortSignal | undefined;
  /** Receives what has arrived of the response of an edge function. */
  onPart?: ((part: ReceivedPart) => void) | undefined;
}

/** Returns the request of a call. `key` is the UUID that identifies it. */
export function buildRequest(action: Action, body: string | File, key: string): ActionRequest {
  const headers = { 'Content-Type': contentType(action, body), 'Idempotency-Key': key };
  if (action.kind === 'edge') {
    const edgePath = path`/api/functions/${action.name}`;
    const { 'Content-Type': _, ...noBody } = headers;
    return action.body === 'query'
      ? { method: action.method, path: edgePath + formatQuery(body), headers: noBody, body: '' }
      : { method: action.method, path: edgePath, headers, body };
  }
  return {
    ...{ method: 'POST', path: path`/api/rpc/${action.name}`, body },
    headers: { 'Content-Profile': action.schema, ...headers },
  };
}

function contentType({ body: form }: Action, body: string | File): string {
  if (typeof body !== 'string') return body.type || 'application/octet-stream';
  return form === 'text' ? 'text/plain' : 'application/json';
}

/** Converts an object of JSON to a query string. */
function formatQuery(body: string | File): string {
  const values: Record<string, unknown> = typeof body === 'string' && body !== '' ? JSON.parse(body) : {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      query.append(name, typeof item === 'string' ? item : JSON.stringify(item));
    }
  }
  return query.size === 0 ? '' : `?${query}`;
}

/**
 * Sends a call, once. Never rejects: a call without a response has the outcome `unknown`, because the backend can have
 * executed it. Nothing here or in the server sends it again.
 */
export async function sendCall(
  action: Action,
  request: ActionRequest,
  options: CallOptions,
): Promise<CallOutcome<CallResponse>> {
  if (!navigator.onLine) return { kind: 'failed', error: createNotSentError(options.offlineText) };
  try {
    const result =
      action.kind === 'edge' ? await sendEdgeCall(request, options) : await sendRPC(request, options);
    return { kind: 'done', result };
  } catch (cause) {
    const error = options.signal?.aborted ? canceledError(cause) : toApiError(cause);
    return { kind: classifyCallError(error), error };
  }
}

/**
 * Calls a database function through the server, which returns JSON. Throws ApiError, also for a response that a broken
 * connection made empty.
 */
async function sendRPC(
  { path, headers, body }: ActionRequest,
  { signal }: CallOptions,
): Promise<CallResponse> {
  const start = performance.now();
  const response = await api.post<unknown>(path, {
    headers: { ...headers },
    body: typeof body === 'string' ? new JSONText(body) : body,
    ...(signal && { signal }),
  });
  const milliseconds = performance.now() - start;
  // A connection that ends after the informational response of the server is an empty response to Chromium.
  if (response.data === undefined && response.status !== 204) throw createNoResponseError();
  return {
    content: { kind: 'json', value: response.data, total: parseTotal(response.headers) },
    ...{ status: response.status, headers: [...response.headers], milliseconds },
  };
}

/** The code of a call that the user canceled while it ran. */
export const canceledCode = 'canceled';

function canceledError(cause: unknown): ApiError {
  const text = { message: '', details: '', hint: '' };
  return new ApiError({ code: canceledCode, ...text, status: 0, requestId: '' }, { cause });
}

/**
 * Returns the call as a command for a POSIX shell, which calls the backend itself. The address, the publishable key and
 * the access token are variables: Tableside does not show them.
 */
export function formatCurl(action: Action, { method, path, headers, body }: ActionRequest): string {
  const service = action.kind === 'edge' ? '/functions/v1/' : '/rest/v1/rpc/';
  const rest = path.replace(/^\/api\/(functions|rpc)\//, service);
  const lines = [
    `curl -X ${method} "$SUPABASE_URL"${quote(rest)}`,
    '-H "apikey: $SUPABASE_PUBLISHABLE_KEY"',
    '-H "Authorization: Bearer $ACCESS_TOKEN"',
  ];
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quote(`${name}: ${value}`)}`);
  if (typeof body !== 'string') lines.push(`--data-binary ${quote(`@${body.name}`)}`);
  else if (body !== '') lines.push(`--data-raw ${quote(body)}`);
  return lines.join(' \\\n  ');
}

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
