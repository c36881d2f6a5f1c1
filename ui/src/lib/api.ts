import { reportFailure, reportResponse } from '@/lib/requests/connection';
import { discardEarlyResponses, takeEarlyResponse } from '@/lib/requests/early-requests';
import { JSONText, parseJSON, stringifyJSON } from '@/lib/text/json';
import type { ApiErrorBody } from './api.gen';
import { errorMessages } from './errors/error-messages';
import { Listeners } from './external-store';

/**
 * The error of a failed request. `code` is a code of the backend (SQLSTATE, PGRST..., auth, storage), of Tableside's
 * server, or of this module: `offline`, `unreachable` (no response; status 0) or `unreadable` (not a response of the
 * API).
 */
export class ApiError extends Error {
  readonly code: string;
  readonly details: string;
  readonly hint: string;
  readonly status: number;
  readonly requestId: string;
  /** The first of the columns that caused the error. */
  readonly column: string | undefined;
  readonly columns: string[];
  /** The number of seconds after which the server accepts the request again (Retry-After); undefined if unknown. */
  readonly retryAfter: number | undefined;

  constructor(body: ApiErrorBody, options: ErrorOptions & { retryAfter?: number | undefined } = {}) {
    super(body.message, options);
    this.name = 'ApiError';
    this.code = body.code;
    this.details = body.details;
    this.hint = body.hint;
    this.status = body.status;
    this.requestId = body.requestId;
    this.column = body.column;
    this.columns = body.columns ?? (body.column === undefined ? [] : [body.column]);
    this.retryAfter = options.retryAfter;
  }
}

type QueryValue = string | number | boolean | null | undefined;

/** The query string: a record (null and undefined are omitted), or pairs if a name occurs more than once. */
export type Query = Record<string, QueryValue> | URLSearchParams | readonly (readonly [string, string])[];

export interface RequestOptions {
  query?: Query;
  /** A Blob, File or JSONText is sent unchanged, any other value as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Whether the request is completed if the page is closed meanwhile. Its body then has at most 64 KiB. */
  keepalive?: boolean;
}

export interface ApiResponse<T> {
  data: T;
  headers: Headers;
  status: number;
}

let expectedUser: string | null = null;

/**
 * Sets the user whose data the page shows. Each request contains the id, and the
 * server rejects it with `not_signed_in` if the session belongs to another user or
 * to none: otherwise a guest's response would look like deleted data.
 */
export function setExpectedUser(id: string) {
  expectedUser = id;
}

/** Returns the headers of every request to the API. */
export function buildCommonHeaders(): Record<string, string> {
  const accept = { Accept: 'application/json' };
  return expectedUser === null ? accept : { ...accept, 'X-Tableside-Expected-User': expectedUser };
}

const signedOutListeners = new Listeners();

/** Calls the listener when the API responds that no user is signed in, or that a second factor is required. Returns a function that removes it. */
export const onSignedOut = signedOutListeners.add;

/** Returns a path of the API with each segment escaped: path`/api/rows/${table}`. */
export function path(parts: TemplateStringsArray, ...segments: (string | number)[]): string {
  return parts.reduce((whole, part, i) => whole + encodeURIComponent(String(segments[i - 1])) + part);
}

/** Encodes the name of a database schema for a header, which fetch accepts only with Latin characters. The server decodes it. */
export function encodeProfile(schema: string): string {
  return /^[\w .-]+$/.test(schema) ? schema : encodeURIComponent(schema);
}

/** Returns the URL of a path with a query. */
export function buildURL(path: string, query?: Query): string {
  const search = formatQuery(query);
  return search === '' ? path : `${path}?${search}`;
}

function formatQuery(query: Query | undefined): string {
  if (query === undefined) return '';
  if (query instanceof URLSearchParams) return query.toString();
  if (isPairs(query)) return new URLSearchParams(query.map(([k, v]) => [k, v])).toString();
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  return search.toString();
}

function isPairs(query: Query): query is readonly (readonly [string, string])[] {
  return Array.isArray(query);
}

async function request<T>(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<ApiResponse<T>> {
  const { response, text } = await requestText(method, path, options);
  return { data: parseBody<T>(response, text), headers: response.headers, status: response.status };
}

/** Sends a request and returns the text of a successful response. Throws ApiError. */
async function requestText(
  method: string,
  path: string,
  options: RequestOptions,
): Promise<{ response: Response; text: string }> {
  const { body, query, signal, keepalive = false } = options;
  const headers = new Headers({ ...buildCommonHeaders(), ...options.headers });
  const isBlob = body instanceof Blob;
  if (body !== undefined && !isBlob) headers.set('Content-Type', 'application/json');
  const init: RequestInit = {
    method,
    headers,
    credentials: 'same-origin',
    signal: signal ?? null,
    keepalive,
  };
  if (body !== undefined) init.body = isBlob ? body : formatBody(body);

  let response: Response;
  let text: string;
  try {
    response = await send(buildURL(path, query), init, headers);
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw createNoResponseError(cause);
  }
  reportResponse();
  if (!response.ok) throw reportRejection(parseError(response.status, response.headers, text));
  return { response, text };
}

/** Length in characters from which a body is sent as a Blob: fetch needs several times as long to copy a string. */
const blobBodyLength = 500_000;

function formatBody(body: unknown): string | Blob {
  const text = body instanceof JSONText ? body.text : stringifyJSON(body);
  return text.length < blobBodyLength ? text : new Blob([text]);
}

async function send(url: string, init: RequestInit, headers: Headers): Promise<Response> {
  if (init.method !== 'GET') discardEarlyResponses();
  // Without an early response, the request is sent at once: in the event `pagehide`, a later one would be lost.
  const pending = takeEarlyResponse(url, headers);
  const early = pending && (await pending);
  init.signal?.throwIfAborted();
  // After an outage, or if the session has ended, another request can succeed.
  return early && early.status <= 500 && early.status !== 401 ? early : fetch(url, init);
}

function parseBody<T>(response: Response, text: string): T {
  if (text === '') return undefined as T;
  try {
    return parseJSON<T>(text);
  } catch (cause) {
    throw invalidResponseError(response.status, response.headers, cause);
  }
}

/** Reports the lost connection, and returns the error of a request without a response. */
export function createNoResponseError(cause?: unknown): ApiError {
  const code = reportFailure();
  const message = code === 'offline' ? errorMessages.offline : errorMessages.unreachable;
  return new ApiError({ code, message, details: '', hint: '', status: 0, requestId: '' }, { cause });
}

/** Parses an error response. A proxy can respond with HTML: then the code is `unreadable` or `address_too_long`. */
export function parseError(status: number, headers: Headers, text: string): ApiError {
  try {
    const body = parseJSON<Partial<ApiErrorBody> | null>(text);
    if (typeof body?.code === 'string' && typeof body.message === 'string') {
      return new ApiError(
        {
          code: body.code,
          message: body.message,
          details: body.details ?? '',
          hint: body.hint ?? '',
          status,
          requestId: body.requestId ?? headers.get('X-Request-Id') ?? '',
          ...(body.column ? { column: body.column } : {}),
          ...(body.columns ? { columns: body.columns } : {}),
        },
        { retryAfter: parseRetryAfter(headers) },
      );
    }
  } catch {
    // Not JSON: handled below.
  }
  return [414, 431].includes(status)
    ? addressTooLongError(status, headers)
    : invalidResponseError(status, headers);
}

/** Returns the seconds of Retry-After; undefined without the header, or if it is a date, which no service here sends. */
function parseRetryAfter(headers: Headers): number | undefined {
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return seconds > 0 ? seconds : undefined;
}

/** Returns the error for a URL that is too long. Servers and proxies reject it with their own page, before Tableside receives it. */
function addressTooLongError(status: number, headers: Headers): ApiError {
  return new ApiError({
    code: 'address_too_long',
    message: errorMessages.requestTooLong,
    details: errorMessages.http(status),
    hint: '',
    status,
    requestId: headers.get('X-Request-Id') ?? '',
  });
}

/** Returns the error for a response that is not one of the API. */
function invalidResponseError(status: number, headers: Headers, cause?: unknown): ApiError {
  return new ApiError(
    {
      code: 'unreadable',
      message: errorMessages.unexpectedResponse,
      details: errorMessages.http(status, headers.get('Content-Type')),
      hint: errorMessages.unexpectedResponseHint,
      status,
      requestId: headers.get('X-Request-Id') ?? '',
    },
    { cause },
  );
}

/** Returns the error. Notifies the listeners of onSignedOut if its code is `not_signed_in` or `mfa_required`. */
export function reportRejection(error: ApiError): ApiError {
  if (error.code === 'not_signed_in' || error.code === 'mfa_required') signedOutListeners.notify();
  return error;
}

/** Returns an ApiError unchanged, and converts any other thrown value to one with the code `app`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const details = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new ApiError(
    {
      code: 'app',
      message: errorMessages.appError,
      details,
      hint: '',
      status: 0,
      requestId: '',
    },
    { cause: error },
  );
}

/** SQLSTATE classes that do not depend on the statement: lost connection, conflict, out of resources, shutdown. */
const transientSqlStates = /^(08|40|53|55P03|57P|58)/;

/**
 * Whether the same request can succeed later: after a status from 500 on, except
 * for a statement that the database can never execute (SQLSTATE), an unsupported
 * request (501) and a full disk (507).
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  if (code === 'unreachable') return true;
  if (status < 500 || status === 501 || status === 507) return false;
  return !/^[0-9A-Z]{5}$/.test(code) || transientSqlStates.test(code);
}

/**
 * Whether the database or PostgREST rejected a request and would reject it again: the user or the owner must change
 * something first. Not if the session ended (401) or a statement took too long (57014).
 */
export function isPermanent(error: unknown): boolean {
  if (!(error instanceof ApiError) || isTransient(error)) return false;
  const { code, status } = error;
  return status !== 401 && code !== '57014' && /^([0-9A-Z]{5}|PGRST\d+)$/.test(code);
}

/** Sends requests to the API. Paths begin with /api; build them with `path` if they contain names. */
export const api = {
  get: <T>(path: string, options?: Omit<RequestOptions, 'body'>) => request<T>('GET', path, options),
  /** Returns the body of a response that is not JSON. */
  getText: async (path: string, options: Omit<RequestOptions, 'body'> = {}) =>
    (await requestText('GET', path, options)).text,
  post: <T>(path: string, options?: RequestOptions) => request<T>('POST', path, options),
  put: <T>(path: string, options?: RequestOptions) => request<T>('PUT', path, options),
  patch: <T>(path: string, options?: RequestOptions) => request<T>('PATCH', path, options),
  delete: <T>(path: string, options?: RequestOptions) => request<T>('DELETE', path, options),
};
