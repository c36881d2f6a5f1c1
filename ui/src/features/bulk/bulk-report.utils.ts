import { identityOf } from '@/data/paging/cursor/keyset.utils';
import type { Row } from '@/data/rows/row';
import { headingOf } from '@/data/values/value.utils';
import { keyOf } from '@/data/writes/batches/guards.utils';
import { type BulkState, type Fate, fates, type RowResult } from '@/data/writes/bulk/bulk.types';
import type { Table } from '@/lib/api.gen';
import { formula } from '@/lib/formula';

export type Verb = 'change' | 'delete';

export const words: Readonly<Record<Verb, { doing: string; did: string; done: string; toast: string }>> = {
  change: { doing: 'Changing', did: 'Changed', done: 'changed', toast: 'updated' },
  delete: { doing: 'Deleting', did: 'Deleted', done: 'deleted', toast: 'deleted' },
};

/** A fate in the words of the report. */
export function fateInWords(fate: Fate, verb: Verb): string {
  switch (fate) {
    case 'changed':
      return words[verb].did;
    case 'same':
      return 'Had it already';
    case 'refused':
      return 'Refused';
    case 'conflict':
      return 'Changed meanwhile';
    case 'gone':
      return 'Gone';
    case 'unknown':
      return 'Not known';
  }
}

/** The fates that some rows had. */
export function fatesThatWere({ counts }: BulkState): readonly Fate[] {
  return fates.filter((fate) => counts[fate] > 0);
}

export function handledOf({ counts }: BulkState): number {
  return fates.reduce((sum, fate) => sum + counts[fate], 0);
}

/** A cancelled job is, too, until its last request is answered. */
export function isUnderWay({ over }: BulkState): boolean {
  return !over;
}

/** Whether all rows that were named are as they should be, so that there is nothing to report. */
export function isSuccess({ phase, over, total, counts, more }: BulkState): boolean {
  return over && phase === 'done' && !more && counts.changed > 0 && counts.changed + counts.same === total;
}

/** The rows for which another try may end otherwise, as they were last seen. */
export function triedAgain(results: readonly RowResult[]): Row[] {
  return results
    .filter(({ fate }) => fate === 'refused' || fate === 'conflict' || fate === 'unknown')
    .map(({ row }) => row);
}

/** The report as a table: each row's key, what it is called, and what became of it. */
function reportLines(table: Table, results: readonly RowResult[], verb: Verb): string[][] {
  const key = identityOf(table) ?? [];
  const head = [...key, 'record', 'result', 'reason'];
  const lines = results.map(({ row, fate, reason }) => [
    ...(keyOf(table, row)?.map(({ value }) => value) ?? key.map(() => '')),
    headingOf(table, row),
    fateInWords(fate, verb),
    reason,
  ]);
  return [head, ...lines];
}

/** The report as the text of a CSV file for a spreadsheet. */
export async function reportCSV(table: Table, results: readonly RowResult[], verb: Verb): Promise<string> {
  const { default: Papa } = await import('papaparse');
  // A value must not become a formula in the spreadsheet that opens the file.
  const csv = Papa.unparse(reportLines(table, results, verb), { escapeFormulae: formula });
  return `\ufeff${csv}`; // the byte order mark declares UTF-8
}

/** Downloads the report as a CSV file. */
export async function downloadReport(table: Table, results: readonly RowResult[], verb: Verb): Promise<void> {
  const csv = await reportCSV(table, results, verb);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = `${table.name} - ${words[verb].done}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
