import type { StoredChange } from './history/history-store';
import type { NewOutboxEntry } from './outbox/outbox-store';
import type { QueuedRejection } from './outbox/queue/queued-rejection';

type StoredEntry = NewOutboxEntry & { id?: number };

/** A rejection as versions 1 and 2 of the browser's database store it. */
type OldRejection =
  | { kind: 'gone' }
  | Extract<QueuedRejection, { kind: 'conflict' }>
  | (Omit<Extract<QueuedRejection, { kind: 'rejected' }>, 'kind'> & { kind: 'refused' });

interface OldEntryFields {
  seen: StoredEntry['baseRow'];
  /** Missing in the first entries of version 1. */
  sure?: boolean;
  state: 'sending' | 'waiting' | 'stuck';
  refusal: OldRejection | null;
}

const stateNames = { sending: 'sending', waiting: 'queued', stuck: 'failed' } as const;

function renameRejection(rejection: OldRejection | null | undefined): QueuedRejection | null {
  switch (rejection?.kind) {
    case 'gone':
      return { kind: 'missing' };
    case 'refused':
      return { ...rejection, kind: 'rejected' };
    default:
      return rejection ?? null;
  }
}

/** Returns a stored outbox entry of version 1 or 2 with the field names of version 3. */
export function renameEntryFields(stored: StoredEntry): StoredEntry {
  const { seen, sure, refusal, state, ...fields } = stored as unknown as StoredEntry & OldEntryFields;
  return {
    ...fields,
    baseRow: seen,
    isForced: sure ?? false,
    state: stateNames[state as OldEntryFields['state']],
    rejection: renameRejection(refusal),
  };
}

/** Returns a stored change of version 2 with the field names of version 3. */
export function renameChangeFields(stored: StoredChange): StoredChange {
  const rows = stored.rows.map((row) => {
    const { refusal, ...fields } = row as typeof row & { refusal: OldRejection | null };
    return { ...fields, rejection: renameRejection(refusal) };
  });
  return { ...stored, rows };
}
