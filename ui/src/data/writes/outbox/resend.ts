import { listReadableNames } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import { listRows } from '@/data/rows/rows-api';
import { ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { valueFilters } from '../batches/guards.utils';
import type { RowWrite, WriteOutcome } from '../batches/row-write';
import type { writeRows } from '../batches/write-rows';
import { writesMessages as messages } from '../writes-messages';
import type { OutboxEntry } from './outbox-store';

/** Maximum number of requests in flight that look for existing rows. */
const maxParallelLookups = 8;

/**
 * Inserts the rows of queued entries. If an earlier request can have inserted a
 * row, and a row with the same values exists, rejects the entry, so that the user
 * decides. All lookups precede the inserts, because rows of a batch can be equal.
 */
export async function insertRowsOnce(
  table: Table,
  entries: readonly OutboxEntry[],
  write: typeof writeRows,
): Promise<readonly (WriteOutcome | undefined)[]> {
  const existing = new Set<OutboxEntry>();
  try {
    for (let i = 0; i < entries.length; i += maxParallelLookups) {
      await Promise.all(
        entries.slice(i, i + maxParallelLookups).map(async (entry) => {
          const isUncertain = entry.sentBefore && !entry.isForced;
          if (isUncertain && (await hasRow(table, entry.changes))) existing.add(entry);
        }),
      );
    }
  } catch (error) {
    return entries.map(() => ({ kind: 'rejected', error: toApiError(error) }));
  }
  const inserted = entries.filter((entry) => !existing.has(entry));
  const writes = inserted.map(({ changes }): RowWrite => ({ kind: 'insert', row: changes }));
  const outcomes = await write(table, writes);
  const byEntry = new Map(inserted.map((entry, i) => [entry, outcomes[i]]));
  return entries.map((entry) =>
    existing.has(entry) ? { kind: 'rejected', error: possibleDuplicateError } : byEntry.get(entry),
  );
}

/** Whether a row with these values exists, in the columns that can be compared. */
async function hasRow(table: Table, row: Row): Promise<boolean> {
  const filters = valueFilters(table.columns, row);
  if (filters.length === 0) return false;
  const columns = listReadableNames(table).slice(0, 1);
  const { rows } = await listRows(table, { filters, columns, limit: 1 });
  return rows.length > 0;
}

const possibleDuplicateError = new ApiError({
  code: 'maybe_added',
  message: messages.possibleDuplicate,
  details: '',
  hint: messages.checkDuplicate,
  status: 0,
  requestId: '',
});
