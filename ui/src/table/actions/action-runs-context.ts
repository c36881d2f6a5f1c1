import { createContext, use, useSyncExternalStore } from 'react';
import type { ActionRuns } from '@/data/actions/runs/action-runs';
import type { ActionRun } from '@/data/actions/runs/run.types';

export const ActionRunsContext = createContext<ActionRuns | null>(null);

/** Returns the runs of actions of the user in this browser. */
export function useActionRuns(): ActionRuns {
  const runs = use(ActionRunsContext);
  if (!runs) throw new Error('useActionRuns outside of ActionsProvider');
  return runs;
}

/** Returns the runs, or null before they are loaded. */
export function useOptionalRuns(): ActionRuns | null {
  return use(ActionRunsContext);
}

/** Whether the stored runs are loaded, so that actions can run. */
export function useAreRunsLoaded(): boolean {
  return use(ActionRunsContext) !== null;
}

const subscribeToNothing = () => () => {};
const noRuns: readonly ActionRun[] = [];

/** Returns the list of runs, oldest first, and renders again when it changes. Empty outside of ActionsProvider. */
export function useRunList(): readonly ActionRun[] {
  const runs = use(ActionRunsContext);
  return useSyncExternalStore(runs?.subscribe ?? subscribeToNothing, runs?.snapshot ?? (() => noRuns));
}
