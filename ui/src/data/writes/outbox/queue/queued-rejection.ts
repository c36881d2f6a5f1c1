import type { Row } from '@/data/rows/row';
import { ApiError } from '@/lib/api';
import type { ApiErrorBody } from '@/lib/api.gen';
import type { Rejection, WriteOutcome } from '../../batches/row-write';

/** A rejection in the form that the browser's database can store. */
export type QueuedRejection =
  | { kind: 'missing' }
  | { kind: 'conflict'; theirs: Row; columns: readonly string[] }
  | { kind: 'rejected'; error: ApiErrorBody };

/** Returns the fields of an error. */
export function toErrorBody(error: ApiError): ApiErrorBody {
  const { code, message, details, hint, status, requestId, column } = error;
  return { code, message, details, hint, status, requestId, ...(column ? { column } : {}) };
}

/** Converts an outcome to a rejection that the browser can store; null if the outcome is not a rejection. */
export function toQueuedRejection(outcome: WriteOutcome): QueuedRejection | null {
  switch (outcome.kind) {
    case 'missing':
    case 'conflict':
      return outcome;
    case 'rejected':
      return { kind: 'rejected', error: toErrorBody(outcome.error) };
    default:
      return null;
  }
}

/** Returns the rejection that was stored. */
export function toRejection(rejection: QueuedRejection): Rejection {
  return rejection.kind === 'rejected' ? { ...rejection, error: new ApiError(rejection.error) } : rejection;
}
