import type { Row } from '@/data/rows/row';
import { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { writesMessages as messages } from '../writes-messages';
import { findConflictingColumns, formatKeyText, getRowKey } from './guards.utils';

/**
 * A write of one row. An update or a delete is guarded: it applies only if the
 * row still has the values of `baseRow`, the row as the user saw it. A delete
 * that is forced applies to the row whatever its values are now. `wasSent`: an
 * earlier request with this write got no response, so it may be done already.
 */
export type RowWrite =
  | { kind: 'update'; baseRow: Row; changes: Row; wasSent?: boolean; file?: QueuedFile | undefined }
  | { kind: 'insert'; row: Row }
  | { kind: 'delete'; baseRow: Row; isForced?: boolean; wasSent?: boolean };

/** A file that is uploaded before the update of a row whose column contains its path. */
export interface QueuedFile {
  bucket: string;
  /** A path that no other file has, so that an upload can be repeated. */
  path: string;
  content: File;
}

/** A write of a row that exists. */
export type ExistingRowWrite = Exclude<RowWrite, { kind: 'insert' }>;

/** The result of a write. The user's input is lost in none of them. */
export type WriteOutcome =
  /** The row as it is now; after a delete, as it was. */
  | { kind: 'saved'; row: Row }
  /** The row no longer exists, or this user can no longer see it. */
  | { kind: 'missing' }
  /** Another user changed some of the same columns after the row was read. */
  | { kind: 'conflict'; theirs: Row; columns: readonly string[] }
  | { kind: 'rejected'; error: ApiError }
  /** Not written yet: the outbox stores it and sends it later. */
  | { kind: 'queued'; error?: ApiError | undefined };

/** The result of a write that was sent. */
export type SentOutcome = Exclude<WriteOutcome, { kind: 'queued' }>;

/** Why the database did not write a row. */
export type Rejection = Exclude<SentOutcome, { kind: 'saved' }>;

/** Returns why a guarded write matched no row, from the current row. */
export function classifyMissedWrite(write: ExistingRowWrite, current: Row | undefined): Rejection {
  if (!current) return { kind: 'missing' };
  const guarded = write.kind === 'update' ? write.changes : write.isForced ? {} : write.baseRow;
  const columns = findConflictingColumns(write.baseRow, current, guarded);
  if (columns.length > 0) return { kind: 'conflict', theirs: current, columns };
  // The row has the expected values, so a policy lets the user read it but not change it.
  return { kind: 'rejected', error: makePermissionError(write.kind) };
}

function makePermissionError(kind: ExistingRowWrite['kind']): ApiError {
  return new ApiError({
    code: 'row_rejected',
    message: kind === 'delete' ? messages.cannotDelete : messages.cannotChange,
    details: '',
    hint: messages.policyDecides,
    status: 403,
    requestId: '',
  });
}

/** Returns the text of a row's key; '' if the row has none. See getCachedRowKey for rendering. */
export function formatRowKey(table: Table, row: Row): string {
  const key = getRowKey(table, row);
  return key ? formatKeyText(key) : '';
}
