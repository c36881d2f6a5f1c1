import type { KeyValue } from '@/data/query/page-state/table-page-state';
import type { QueuedRejection } from '@/data/writes/outbox/queue/queued-rejection';

/**
 * The state of a run. `unknown`: it is unknown whether the call was executed; `interrupted`: the page was closed before
 * all rows of a run were processed.
 */
export type RunState = 'running' | 'done' | 'failed' | 'unknown' | 'canceled' | 'interrupted';

/** The outcome of a row of a run over many rows. */
export type ItemOutcome =
  /** Not sent yet. */
  | 'pending'
  /** Sent without a response so far. */
  | 'sending'
  | 'done'
  /** The call changed nothing: it can be sent again. */
  | 'failed'
  /** It is unknown whether the call was executed. */
  | 'unknown';

/** All outcomes, in the order of the report. */
export const itemOutcomes: readonly ItemOutcome[] = ['done', 'failed', 'unknown', 'sending', 'pending'];

/** A row of a run. */
export interface RunItem {
  /** The run, and the position in it. */
  run: string;
  index: number;
  key: readonly KeyValue[];
  heading: string;
  /** The body of its call. */
  body: string;
  outcome: ItemOutcome;
  /** The result, or why it failed. */
  note: string;
  /** The body of the call that reverts it; null if there is none. */
  undoBody: string | null;
}

/** A result in a line, and the body of the call that reverts it; null if there is none. */
export interface RunResult {
  note: string;
  undoBody: string | null;
}

export type RunCounts = Readonly<Record<ItemOutcome, number>>;

/** The error of a call as the browser stores it. */
export type StoredError = Extract<QueuedRejection, { kind: 'rejected' }>['error'];

/** A call of an action, or a run over many rows, as the browser stores it. */
export interface ActionRun {
  /** A UUID; the idempotency key of a single call. */
  id: string;
  /** The user and the backend (see getOutboxScope). */
  scope: string;
  /** The page that runs it. */
  page: string;
  /** Milliseconds since 1970. */
  at: number;
  endedAt: number | null;
  action: string;
  title: string;
  /** The rows: a heading or a count; '' if it is not about rows. */
  subject: string;
  table: { schema: string; name: string } | null;
  /** The key of the row, if it is about a single row. */
  rowKey: readonly KeyValue[] | null;
  /** The body of the call; of a run over many rows, the arguments that all calls share. */
  body: string;
  state: RunState;
  /** The result in a line. */
  note: string;
  error: StoredError | null;
  /** The rows by outcome; null for a single call. */
  counts: RunCounts | null;
  /** The body of the call to the inverse of the action; null if there is none. */
  undoBody: string | null;
  /** Whether the run was reverted by the inverse of the action. */
  isUndone: boolean;
}
