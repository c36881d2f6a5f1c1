import { createContext, use, useSyncExternalStore } from 'react';
import type { ChangeSession } from '@/data/writes/history/change-session';
import type { HistorySnapshot } from '@/data/writes/history/history';
import type { OutboxSnapshot } from '@/data/writes/outbox/outbox';

export const ChangeSessionContext = createContext<ChangeSession | null>(null);

/** What the signed-in person changes while the page lives. */
export function useChangeSession(): ChangeSession {
  const visit = use(ChangeSessionContext);
  if (!visit) throw new Error('useVisit outside of VisitProvider');
  return visit;
}

/** Every change of the visit, followed. */
export function useChangeHistory(): HistorySnapshot {
  const { history } = useChangeSession();
  return useSyncExternalStore(history.subscribe, history.snapshot);
}

/** What waits to be saved, in any table, followed. */
export function useOutbox(): OutboxSnapshot {
  const { outbox } = useChangeSession();
  return useSyncExternalStore(outbox.subscribe, outbox.snapshot);
}
