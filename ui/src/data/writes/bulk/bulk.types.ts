import type { Filter } from '@/data/query/filters.utils';
import type { OrderTerm, Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import type { BatchState } from '../batches/batch-job';

/** What became of a row that a bulk change was about. */
export type RowOutcome =
  /** It was changed, or deleted. */
  | 'saved'
  /** It had these values already. */
  | 'unchanged'
  | 'rejected'
  /** Someone else changed it since it was read. */
  | 'conflict'
  | 'missing'
  /** Its request was never answered, and the job was cancelled then. */
  | 'unknown';

export const rowOutcomes: readonly RowOutcome[] = [
  'saved',
  'unchanged',
  'rejected',
  'conflict',
  'missing',
  'unknown',
];

/** The report's line about a row. */
export interface RowResult {
  row: Row;
  outcome: RowOutcome;
  /** Why it wasn't changed. */
  reason: string;
}

export interface BulkState extends BatchState {
  /** Rows that were named when the job began: the most it touches. */
  total: number;
  counts: Readonly<Record<RowOutcome, number>>;
  /** Rows that came to match meanwhile, and were left alone. */
  hasMoreRows: boolean;
  /** Nothing is on its way any more. */
  isFinished: boolean;
}

/** The values of a row that is to be changed. */
export type ComputeChanges = (row: Row) => Row;

/** The next rows of a bulk change. */
export interface SourcePage {
  rows: readonly Row[];
  /** Rows that were meant, and can't be changed any more. */
  lostRows: readonly RowResult[];
}

/** The rows of a bulk change, page by page. */
export interface BulkSource {
  /** What a row has to match still when its turn comes. */
  filters: readonly Filter[];
  /** The page after the last one; undefined at the end. After it threw it answers the same page again. */
  next(): Promise<SourcePage | undefined>;
}

/** How bulk changes reach the table. */
export interface BulkAccess {
  read(table: Table, request: ReadRequest): Promise<readonly Row[]>;
  patch(table: Table, request: WriteRequest & { changes: Row }): Promise<readonly Row[]>;
  remove(table: Table, request: WriteRequest): Promise<readonly Row[]>;
}

export interface ReadRequest {
  filters: readonly Filter[];
  order?: readonly OrderTerm[];
  columns: readonly string[];
  limit: number;
}

export interface WriteRequest {
  filters: readonly Filter[];
  /** More rows than this are not touched: then none is. */
  maxRows: number;
  /** What is answered of the rows. */
  columns: readonly string[];
}
