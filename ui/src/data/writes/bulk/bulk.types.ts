import type { Filter } from '@/data/query/filters/filters.utils';
import type { Row } from '@/data/rows/row';
import type { BatchState } from '../batches/batch-job';
import type { SentOutcome } from '../batches/row-write';

/** The result of a bulk change for a row. */
export type RowOutcome =
  | SentOutcome['kind']
  /** The row already had the values, so nothing was sent. */
  | 'unchanged'
  /** The server did not respond before the job was canceled. */
  | 'unknown';

/** All outcomes, in the order of the report. */
export const rowOutcomes: readonly RowOutcome[] = [
  'saved',
  'unchanged',
  'rejected',
  'conflict',
  'missing',
  'unknown',
];

/** A line of the report. */
export interface RowResult {
  /** The row as it is now, if that is known. */
  row: Row;
  outcome: RowOutcome;
  /** Why the row was not changed; '' if it was. */
  reason: string;
}

export interface BulkState extends BatchState {
  /** The number of rows that the user confirmed: the job changes no more. */
  total: number;
  counts: Readonly<Record<RowOutcome, number>>;
  /** More rows match now than the user confirmed; they are left unchanged. */
  hasMoreRows: boolean;
}

/** Returns the changed values of a row. */
export type ComputeChanges = (row: Row) => Row;

/** Rows that a bulk change processes next. */
export interface SourcePage {
  rows: readonly Row[];
  /** Rows that the user selected and that can no longer be changed. */
  lostRows: readonly RowResult[];
}

/** The rows of a bulk change, page by page. */
export interface BulkSource {
  /** Filters that a row must still match when it is written. */
  filters: readonly Filter[];
  /** Returns the next page; undefined after the last. After it rejected, it returns the same page again. */
  next(): Promise<SourcePage | undefined>;
}
