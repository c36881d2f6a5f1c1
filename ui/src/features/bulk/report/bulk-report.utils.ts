import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import type { Row } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { type BulkState, type RowOutcome, type RowResult, rowOutcomes } from '@/data/writes/bulk/bulk.types';
import type { Table } from '@/lib/api.gen';
import { formulaPattern } from '@/lib/text/formula';
import { bulkMessages } from '../bulk-messages';

export type BulkVerb = 'change' | 'delete';

/** Describes the outcome of a row in the report. */
export function describeOutcome(outcome: RowOutcome, verb: BulkVerb): string {
  return outcome === 'saved' ? bulkMessages.verbs[verb].finished : bulkMessages.outcomes[outcome];
}

/** Returns '4 products updated' or '4 products deleted'. `rows` is the count with its noun. */
export function describeSavedRows(verb: BulkVerb, rows: string): string {
  const { updated, deleted } = bulkMessages.progress;
  return verb === 'delete' ? deleted(rows) : updated(rows);
}

/** Returns the outcomes that at least one row has. */
export function listOutcomes({ counts }: BulkState): readonly RowOutcome[] {
  return rowOutcomes.filter((outcome) => counts[outcome] > 0);
}

/** Returns the number of rows that have an outcome. */
export function countProcessed({ counts }: BulkState): number {
  return rowOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
}

/** Returns the phase to show. A job that was canceled during its last request has changed all rows. */
export function getShownPhase(state: BulkState): BulkState['phase'] {
  const isComplete = state.isFinished && countProcessed(state) === state.total;
  return state.phase === 'canceled' && isComplete ? 'done' : state.phase;
}

/** Whether a job runs or is paused. A canceled job is unfinished until its last request has a response. */
export function isUnfinished({ isFinished }: BulkState): boolean {
  return !isFinished;
}

/** Whether all rows have the new values or are deleted, so that no report is necessary. */
export function isSuccess({ phase, isFinished, total, counts, hasMoreRows }: BulkState): boolean {
  return (
    isFinished &&
    phase === 'done' &&
    !hasMoreRows &&
    counts.saved > 0 &&
    counts.saved + counts.unchanged === total
  );
}

/** Returns the rows for which a second attempt can succeed, with the values that were last read. */
export function findRetryableRows(results: readonly RowResult[]): Row[] {
  return results
    .filter(({ outcome }) => outcome === 'rejected' || outcome === 'conflict' || outcome === 'unknown')
    .map(({ row }) => row);
}

/** Returns the lines of the report: the key, heading, outcome and reason of each row, after a line with the column names. */
function buildReportLines(table: Table, results: readonly RowResult[], verb: BulkVerb): string[][] {
  const key = findIdentity(table) ?? [];
  const head = [...key, ...bulkMessages.report.columns];
  const lines = results.map(({ row, outcome, reason }) => [
    ...(getRowKey(table, row)?.map(({ value }) => value) ?? key.map(() => '')),
    getRowHeading(table, row),
    describeOutcome(outcome, verb),
    reason,
  ]);
  return [head, ...lines];
}

/** Formats the report as a CSV file for a spreadsheet. */
export async function formatReportCSV(
  table: Table,
  results: readonly RowResult[],
  verb: BulkVerb,
): Promise<string> {
  const { default: Papa } = await import('papaparse');
  // A value must not become a formula in the spreadsheet that opens the file.
  const csv = Papa.unparse(buildReportLines(table, results, verb), { escapeFormulae: formulaPattern });
  return `\ufeff${csv}`; // the byte order mark declares UTF-8
}

/** Downloads the report as a CSV file. */
export async function downloadReport(
  table: Table,
  results: readonly RowResult[],
  verb: BulkVerb,
): Promise<void> {
  const csv = await formatReportCSV(table, results, verb);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = bulkMessages.report.fileName(table.name, bulkMessages.verbs[verb].fileName);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
