import { ApiError } from '@/lib/api';

/**
 * The outcome of a call. `failed`: nothing was changed, so that the user can run it again. `unknown`: it is unknown
 * whether the call was executed, or which part of it; nothing sends it again.
 */
export type CallOutcome<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; error: ApiError }
  | { kind: 'unknown'; error: ApiError };

/**
 * SQLSTATEs after which a transaction can be committed: a lost connection, an unknown completion, a shutdown or a
 * crash of the database.
 */
const uncertainSqlStates = /^(08|40003|57P|58|XX)/;

/** Codes for a request that was sent without a readable response. */
const uncertainCodes = new Set([
  ...['outcome_unknown', 'duplicate_run', 'function_timeout', 'function_redirected', 'backend_timeout'],
  ...['PGRST001', 'client_closed_request', 'unreadable', 'invalid_backend_response'],
]);

/**
 * Codes for a request that was not executed. With PGRST000, PGRST002 and PGRST003, PostgREST had no connection to the
 * database, or no schema, before it could begin a transaction.
 */
const notRunCodes = new Set([
  ...['not_run', 'busy', 'backend_unreachable', 'clock_skew'],
  ...['api_key_rejected', 'project_paused', 'project_restricted'],
  ...['PGRST000', 'PGRST002', 'PGRST003', '57P03'],
]);

/** Statuses with which a service rejects a call before it runs. */
const rejectedStatuses = new Set([
  300, 400, 401, 403, 404, 405, 409, 410, 411, 413, 414, 415, 422, 426, 428, 429, 431,
]);

/**
 * Returns the outcome of a call that failed. A database function runs in one transaction: if the database returned an
 * error, it has rolled back all changes.
 */
export function classifyCallError({ code, status }: ApiError): 'failed' | 'unknown' {
  if (uncertainCodes.has(code)) return 'unknown';
  if (code === notSentCode || notRunCodes.has(code)) return 'failed';
  if (/^[0-9A-Z]{5}$/.test(code)) return uncertainSqlStates.test(code) ? 'unknown' : 'failed';
  return rejectedStatuses.has(status) ? 'failed' : 'unknown';
}

/** The code of a call that was not sent, because the browser is offline. */
const notSentCode = 'not_sent';

/** Returns the error of a call that was not sent. */
export function createNotSentError(message: string): ApiError {
  return new ApiError({ code: notSentCode, message, details: '', hint: '', status: 0, requestId: '' });
}
