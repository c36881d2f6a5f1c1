import { createContext, use, useSyncExternalStore } from 'react';
import type { HistorySnapshot } from '@/data/writes/history/history';
import type { Visit } from '@/data/writes/history/visit';
import type { OutboxSnapshot } from '@/data/writes/outbox/outbox';

export const VisitContext = createContext<Visit | null>(null);

/** What the signed-in person changes while the page lives. */
export function useVisit(): Visit {
  const visit = use(VisitContext);
  if (!visit) throw new Error('useVisit outside of VisitProvider');
  return visit;
}

/** Every change of the visit, followed. */
export function useHistory(): HistorySnapshot {
  const { history } = useVisit();
  return useSyncExternalStore(history.subscribe, history.snapshot);
}

/** What waits to be saved, in any table, followed. */
export function useOutbox(): OutboxSnapshot {
  const { outbox } = useVisit();
  return useSyncExternalStore(outbox.subscribe, outbox.snapshot);
}
