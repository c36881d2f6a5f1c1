import type { Table } from '@/lib/api.gen';
import { isRetryable } from '../batches/classify-response';
import type { WriteOutcome } from '../batches/row-write';
import type { OutboxEntry } from './outbox-store';
import { rebaseEntries } from './queue/queue-order';
import { toErrorBody, toQueuedRejection } from './queue/queued-rejection';

/** The changes of the outbox after entries were sent. */
export interface OutboxUpdate {
  /** The outcomes for the caller: a write without a response is `queued`. */
  outcomes: readonly WriteOutcome[];
  /** Entries to store: queued again, failed, or based on a row that is now saved. */
  stored: readonly OutboxEntry[];
  /** Ids of the entries that are done. */
  removedIds: readonly number[];
}

/**
 * Computes the changes of the outbox after `entries` were sent. `listed`: the entries of the outbox's snapshot. A
 * rejection fails an entry only if it is listed; otherwise the caller reports it, and the entry is done. `table` is
 * undefined if the schema no longer contains it.
 */
export function applyOutcomes(
  entries: readonly OutboxEntry[],
  outcomes: readonly (WriteOutcome | undefined)[],
  listed: readonly OutboxEntry[],
  table: Table | undefined,
): OutboxUpdate {
  const stored: OutboxEntry[] = [];
  const removedIds: number[] = [];
  const results = entries.map((entry, i): WriteOutcome => {
    const outcome = outcomes[i] ?? { kind: 'queued' };
    if (outcome.kind === 'queued') {
      stored.push({ ...entry, state: 'queued' });
      return outcome;
    }
    if (outcome.kind === 'rejected' && isRetryable(outcome.error)) {
      stored.push({ ...entry, state: 'queued', sentBefore: true, error: toErrorBody(outcome.error) });
      return { kind: 'queued', error: outcome.error };
    }
    if (outcome.kind === 'saved' && table) stored.push(...rebaseEntries(table, listed, entry, outcome.row));
    const isListed = listed.some(({ id }) => id === entry.id);
    const rejection = isListed ? toQueuedRejection(outcome) : null;
    if (rejection) stored.push({ ...entry, state: 'failed', error: null, rejection });
    else removedIds.push(entry.id);
    return outcome;
  });
  return { outcomes: results, stored, removedIds };
}
