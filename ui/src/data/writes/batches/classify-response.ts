import { ApiError, isTransient } from '@/lib/api';

export type ResponseClass =
  /** The server rejected at least one of the rows, or the request had too many rows: a smaller batch can succeed. */
  | 'rows'
  /** The server rejected the request as a whole: every batch like it fails until something else changes. */
  | 'request'
  /** Nothing was written, and the same request can succeed later. */
  | 'later'
  /** It is unknown whether the request was executed; it can be sent again. */
  | 'unknown';

/** Classes of SQLSTATE that the database or the statement causes, not a row. */
const statementErrorPattern = /^(08|25|28|40|42|53|55|57P|58)/;

/** Codes of PostgREST and Tableside that a smaller batch, or another row, does not get. */
const rowCodes = new Set(['PGRST124', 'too_large', 'address_too_long', 'row_rejected', 'row_not_found']);

/** Codes for which the same request succeeds after a reconnection or a sign-in. */
const retryableCodes = new Set(['offline', 'unreadable', 'not_signed_in', 'backend_changed']);

/** Whether only the connection to the database failed, so that the same write can succeed later. */
export function isRetryable(error: ApiError): boolean {
  return isTransient(error) || error.status === 429 || retryableCodes.has(error.code);
}

/** Classifies the error of a failed request by its effect on the rows. */
export function classifyResponse(error: unknown): ResponseClass {
  if (!(error instanceof ApiError)) return 'request';
  const { code, status, message } = error;
  if (rowCodes.has(code)) return 'rows';
  if (status === 0 || status === 502 || status === 504 || code === 'unreadable') return 'unknown';
  if (isRetryable(error)) return 'later';
  if (!/^[0-9A-Z]{5}$/.test(code)) return 'request';
  // A policy can reject one row only; without the privilege, every row is rejected.
  if (code === '42501') return /row-level security/.test(message) ? 'rows' : 'request';
  return statementErrorPattern.test(code) ? 'request' : 'rows';
}
