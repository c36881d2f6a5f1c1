import type { Row } from '@/data/rows/row';
import { deleteRows, insertRows, listRows, patchRows, readableColumnNames } from '@/data/rows/rows-api';
import { toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import type { RowWrite } from '../edits/row-changes';
import { rowKeyOf } from '../edits/row-changes';
import { classifyMissedWrite, isRetryable, type WriteOutcome } from '../edits/write-outcome';
import type { ReplayProgress } from '../history/history';
import { guardFilters, keyFilters, keyOf, keyText } from './guards.utils';
import { limitConditions, matchAnyRow, signatureOf, splitIntoBatches } from './write-rows.utils';

/** Rows in one insert. */
export const maxRowsPerInsert = 500;

/** Requests on their way at the same time: as many as browsers have connections to one host. */
const maxParallelRequests = 6;

/**
 * Writes many rows of one table in as few requests as can be: updates of one
 * wording, and deletes, go together, each row guarded by itself. When the
 * database refuses a request, halves of it are tried, so that one row keeps no
 * other back; when the way to it fails, the rest isn't tried. Answers in order;
 * what isn't sent when it is stopped has no outcome.
 */
export async function writeRows(
  table: Table,
  writes: readonly RowWrite[],
  { onProgress, isStopped }: Partial<ReplayProgress> = {},
): Promise<readonly WriteOutcome[]> {
  const outcomes: WriteOutcome[] = [];
  let lost: WriteOutcome | undefined;
  let done = 0;
  const run = async (batch: Batch): Promise<void> => {
    if (isStopped?.()) return;
    if (lost) {
      for (const index of batch.indexes) outcomes[index] = lost;
      return;
    }
    try {
      for (const [index, outcome] of await sendBatch(table, writes, batch)) outcomes[index] = outcome;
    } catch (caught) {
      const error = toApiError(caught);
      const refused: WriteOutcome = { kind: 'rejected', error };
      if (isRetryable(error)) lost = refused;
      else if (batch.indexes.length > 1) {
        for (const half of splitBatch(batch)) await run(half);
        return;
      }
      for (const index of batch.indexes) outcomes[index] = refused;
    }
    done += batch.indexes.length;
    onProgress?.(done);
  };
  const batches = planBatches(table, writes);
  const next = batches.values();
  await Promise.all(
    Array.from({ length: Math.min(maxParallelRequests, batches.length) }, async () => {
      for (const batch of next) await run(batch);
    }),
  );
  return outcomes;
}

interface Batch {
  kind: RowWrite['kind'];
  /** Places in the list of writes. */
  indexes: readonly number[];
}

function splitBatch({ kind, indexes }: Batch): Batch[] {
  const middle = Math.ceil(indexes.length / 2);
  return [indexes.slice(0, middle), indexes.slice(middle)].map((half) => ({ kind, indexes: half }));
}

function planBatches(table: Table, writes: readonly RowWrite[]): Batch[] {
  const groups = new Map<string, number[]>();
  writes.forEach((write, index) => {
    const signature = signatureOf(table, write, index);
    groups.set(signature, [...(groups.get(signature) ?? []), index]);
  });
  return [...groups.values()].flatMap((indexes): Batch[] => {
    const kind = writes[indexes[0] ?? 0]?.kind ?? 'update';
    const parts =
      kind === 'insert'
        ? splitIntoChunks(indexes, maxRowsPerInsert)
        : splitIntoBatches(indexes, (index) => conditionsOf(table, writes[index]));
    return parts.map((part) => ({ kind, indexes: part }));
  });
}

function conditionsOf(table: Table, write: RowWrite | undefined) {
  if (write?.kind === 'update') return guardFilters(table, write.baseRow, write.changes);
  if (write?.kind === 'delete') {
    return limitConditions(guardFilters(table, write.baseRow, write.isForced ? {} : write.baseRow));
  }
  return [];
}

async function sendBatch(
  table: Table,
  writes: readonly RowWrite[],
  { kind, indexes }: Batch,
): Promise<[index: number, outcome: WriteOutcome][]> {
  const own = indexes.flatMap((index) => writes[index] ?? []);
  if (kind === 'insert') {
    const rows = await insertRows(
      table,
      own.flatMap((write) => (write.kind === 'insert' ? [write.row] : [])),
    );
    return indexes.map((index, i) => [index, { kind: 'saved', row: rows[i] ?? {} }]);
  }
  const filters = matchAnyRow(own.map((write) => conditionsOf(table, write)));
  const [first] = own;
  const answered =
    first?.kind === 'update'
      ? await emptyIfNotFound(patchRows(table, filters, first.changes, own.length))
      : await emptyIfNotFound(deleteRows(table, filters, own.length));
  return matchOutcomes(table, own, indexes, answered);
}

/** No row at all is told as an error by the API; which it was for each of them is looked into. */
async function emptyIfNotFound(rows: Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await rows;
  } catch (caught) {
    if (toApiError(caught).code === 'row_not_found') return [];
    throw caught;
  }
}

async function matchOutcomes(
  table: Table,
  writes: readonly RowWrite[],
  indexes: readonly number[],
  answered: readonly Row[],
): Promise<[index: number, outcome: WriteOutcome][]> {
  const byKey = new Map(answered.map((row) => [rowKeyOf(table, row), row]));
  const alone = writes.length === 1 ? answered[0] : undefined;
  const missing = writes.flatMap((write) => {
    const key = write.kind === 'insert' || alone ? undefined : keyOf(table, write.baseRow);
    return key && !byKey.has(keyText(key)) ? [keyFilters(key)] : [];
  });
  const { rows } =
    missing.length > 0
      ? await listRows(table, {
          filters: matchAnyRow(missing),
          columns: readableColumnNames(table),
          limit: missing.length,
        })
      : { rows: [] };
  const now = new Map(rows.map((row) => [rowKeyOf(table, row), row]));
  return writes.map((write, i) => {
    const index = indexes[i] ?? 0;
    if (write.kind === 'insert') return [index, { kind: 'missing' }];
    const text = rowKeyOf(table, write.baseRow);
    const row = alone ?? byKey.get(text);
    if (row) return [index, { kind: 'saved', row }];
    return [index, classifyMissedWrite(write, now.get(text))];
  });
}

function splitIntoChunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}
