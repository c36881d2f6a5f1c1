import { createContext, use, useSyncExternalStore } from 'react';
import type { ChangeSession } from '@/data/writes/history/change-session';
import type { HistorySnapshot } from '@/data/writes/history/history';
import type { OutboxSnapshot } from '@/data/writes/outbox/outbox';

export const ChangeSessionContext = createContext<ChangeSession | null>(null);

/** Returns the changes of this page load, over all tables. */
export function useChangeSession(): ChangeSession {
  const session = use(ChangeSessionContext);
  if (!session) throw new Error('useChangeSession outside of ChangeSessionProvider');
  return session;
}

/** Returns the history of changes, and renders again when it changes. */
export function useChangeHistory(): HistorySnapshot {
  const { history } = useChangeSession();
  return useSyncExternalStore(history.subscribe, history.snapshot);
}

/** Returns the queued and failed writes of all tables, and renders again when they change. */
export function useOutbox(): OutboxSnapshot {
  const { outbox } = useChangeSession();
  return useSyncExternalStore(outbox.subscribe, outbox.snapshot);
}
