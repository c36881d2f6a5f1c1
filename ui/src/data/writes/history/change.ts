import type { Table } from '@/lib/api.gen';
import { isRetryable } from '../batches/classify-response';
import type { Rejection } from '../batches/row-write';
import type { Direction, RowChange } from '../edits/row-changes';

/** A changed row, and whether the change is undone. */
export interface ChangedRow extends RowChange {
  undone: boolean;
  /** Why the last undo or redo of the row failed. */
  rejection?: Rejection | undefined;
  /** The row was restored with another key than it had. */
  newKey?: boolean;
}

/** A step of undo: the rows of one table that one action changed. */
export interface Change {
  /** Unique in the browser. */
  id: string;
  /** When it was made, in milliseconds since 1970. */
  at: number;
  table: Table;
  /** The user's action, for the list of changes: 'Edited', 'Pasted'. */
  title: string;
  /** The batch of the outbox entries that belong to the change. */
  batch?: string | undefined;
  rows: readonly ChangedRow[];
  /** Progress of a running undo or redo, in rows. */
  progress?: { direction: Direction; done: number; total: number; stopping?: boolean } | undefined;
}

/** An action of several parts that is one step of undo. The parts share this object. */
export interface UndoStep {
  /** The change that contains the parts; set when the first part is saved. */
  changeId?: string;
  /** The batch of the parts that are in the outbox. */
  batch?: string;
}

/** Whether the change has rows that can be undone. */
export function canUndo(change: Change): boolean {
  return !change.progress && change.rows.some((row) => !row.undone);
}

/** Whether the change has rows that can be redone. */
export function canRedo(change: Change): boolean {
  return !change.progress && change.rows.some((row) => row.undone);
}

/** Whether an undo of the change without a decision of the user can succeed: not if the database rejected it before. */
export function isNextUndo(change: Change): boolean {
  return canUndo(change) && change.rows.some((row) => !row.undone && !isFinalRejection(row.rejection));
}

function isFinalRejection(rejection: Rejection | undefined): boolean {
  return rejection !== undefined && !(rejection.kind === 'rejected' && isRetryable(rejection.error));
}
