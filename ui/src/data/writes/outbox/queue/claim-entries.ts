import type { OutboxEntry } from '../outbox-store';
import { canReplace, isBlockedBy, restoreSeenValues } from './queue-order';

/** The result of `claimEntries`. */
export interface Claim {
  /** Entries to send. */
  free: readonly OutboxEntry[];
  /** Entries that wait for an earlier entry of their row. */
  blocked: readonly OutboxEntry[];
  /** Ids of queued entries that a new entry replaces. */
  replacedIds: readonly number[];
}

/**
 * Returns which of the new entries can be sent now. An entry that sets all
 * columns of a queued entry replaces it; an entry that shares a column with an
 * earlier one waits for it.
 */
export function claimEntries(entries: readonly OutboxEntry[], listed: readonly OutboxEntry[]): Claim {
  const free: OutboxEntry[] = [];
  const blocked: OutboxEntry[] = [];
  const replacedIds = new Set<number>();
  for (const entry of entries) {
    const replaced = listed.filter((earlier) => canReplace(entry, earlier));
    for (const { id } of replaced) replacedIds.add(id);
    const claimed = {
      ...entry,
      baseRow: restoreSeenValues(entry.baseRow, replaced),
      sentBefore: replaced.some(({ sentBefore }) => sentBefore),
    };
    const isBlocked = listed.some((earlier) => !replaced.includes(earlier) && isBlockedBy(entry, earlier));
    if (isBlocked) blocked.push({ ...claimed, state: 'queued' });
    else free.push(claimed);
  }
  return { free, blocked, replacedIds: [...replacedIds] };
}
