import { identityOf } from '@/data/paging/cursor/keyset.utils';
import type { Row } from '@/data/rows/row';
import { headingOf } from '@/data/values/value.utils';
import { keyOf } from '@/data/writes/batches/guards.utils';
import { type BulkState, type RowOutcome, type RowResult, rowOutcomes } from '@/data/writes/bulk/bulk.types';
import type { Table } from '@/lib/api.gen';
import { formulaPattern } from '@/lib/formula';

export type BulkVerb = 'change' | 'delete';

export const verbTexts: Readonly<
  Record<BulkVerb, { doing: string; did: string; done: string; toast: string }>
> = {
  change: { doing: 'Changing', did: 'Changed', done: 'changed', toast: 'updated' },
  delete: { doing: 'Deleting', did: 'Deleted', done: 'deleted', toast: 'deleted' },
};

/** A fate in the words of the report. */
export function describeOutcome(fate: RowOutcome, verb: BulkVerb): string {
  switch (fate) {
    case 'saved':
      return verbTexts[verb].did;
    case 'unchanged':
      return 'Had it already';
    case 'rejected':
      return 'Refused';
    case 'conflict':
      return 'Changed meanwhile';
    case 'missing':
      return 'Gone';
    case 'unknown':
      return 'Not known';
  }
}

/** The fates that some rows had. */
export function listOutcomes({ counts }: BulkState): readonly RowOutcome[] {
  return rowOutcomes.filter((fate) => counts[fate] > 0);
}

export function countProcessed({ counts }: BulkState): number {
  return rowOutcomes.reduce((sum, fate) => sum + counts[fate], 0);
}

/** A cancelled job is, too, until its last request is answered. */
export function isUnfinished({ isFinished }: BulkState): boolean {
  return !isFinished;
}

/** Whether all rows that were named are as they should be, so that there is nothing to report. */
export function isSuccess({ phase, isFinished, total, counts, hasMoreRows }: BulkState): boolean {
  return (
    isFinished &&
    phase === 'done' &&
    !hasMoreRows &&
    counts.saved > 0 &&
    counts.saved + counts.unchanged === total
  );
}

/** The rows for which another try may end otherwise, as they were last seen. */
export function findRetryableRows(results: readonly RowResult[]): Row[] {
  return results
    .filter(({ outcome }) => outcome === 'rejected' || outcome === 'conflict' || outcome === 'unknown')
    .map(({ row }) => row);
}

/** The report as a table: each row's key, what it is called, and what became of it. */
function buildReportLines(table: Table, results: readonly RowResult[], verb: BulkVerb): string[][] {
  const key = identityOf(table) ?? [];
  const head = [...key, 'record', 'result', 'reason'];
  const lines = results.map(({ row, outcome, reason }) => [
    ...(keyOf(table, row)?.map(({ value }) => value) ?? key.map(() => '')),
    headingOf(table, row),
    describeOutcome(outcome, verb),
    reason,
  ]);
  return [head, ...lines];
}

/** The report as the text of a CSV file for a spreadsheet. */
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
  link.download = `${table.name} - ${verbTexts[verb].done}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
