import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import { onOpenAction, onOpenRun, openRun } from '@/data/actions/open-action';
import type { ActionRuns } from '@/data/actions/runs/action-runs';
import { getOutboxScope } from '@/data/writes/outbox/outbox-scope';
import { useSession } from '@/lib/auth/session';
import { addUserDataCleaner } from '@/lib/auth/sign-out';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { prefetchWhenIdle } from '@/lib/browser/loading/prefetch';
import { ActionRunsContext } from '@/table/actions/action-runs-context';
import { actionsProviderMessages as messages } from './actions-provider-messages';
import type { ActionHostProps } from './host/action-host';
import type { HostRequest } from './host/host-request';

const ActionHost = lazyComponent<ActionHostProps>(
  async () => (await import('./host/action-host')).ActionHost,
);

/** Provides the runs of actions to all pages, and shows the dialogs of the actions that any part of a page opens. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const runs = useLoadedRuns(client, getOutboxScope(useSession()));
  const [request, setRequest] = useState<HostRequest | null>(null);
  useEffect(() => {
    let id = 0;
    const removers = [
      onOpenAction((options) => {
        id += 1;
        setRequest({ id, kind: 'action', options });
      }),
      onOpenRun((run) => {
        id += 1;
        setRequest({ id, kind: 'run', run });
      }),
    ];
    return () => {
      for (const remove of removers) remove();
    };
  }, []);
  return (
    <ActionRunsContext value={runs}>
      {children}
      <LazyDialog open={request !== null}>
        {request && runs && (
          <ActionHost key={request.id} request={request} onClose={() => setRequest(null)} />
        )}
      </LazyDialog>
    </ActionRunsContext>
  );
}

/** Loads the code of runs when the page is idle, and then the stored runs. Reports those that a closed page left unfinished. */
function useLoadedRuns(client: QueryClient, scope: string): ActionRuns | null {
  const [runs, setRuns] = useState<ActionRuns | null>(null);
  useEffect(() => {
    let isMounted = true;
    let stop = () => {};
    const load = async () => {
      const { ActionRuns } = await import('@/data/actions/runs/action-runs');
      if (!isMounted) return;
      const loaded = new ActionRuns(client, scope);
      loaded.onInterrupted(({ id, title }) =>
        toast.info(messages.interrupted(title), { label: messages.show, onClick: () => openRun(id) }),
      );
      const stopRuns = loaded.start();
      const removeCleaner = addUserDataCleaner(() => loaded.deleteStored());
      stop = () => {
        stopRuns();
        removeCleaner();
      };
      setRuns(loaded);
    };
    prefetchWhenIdle(load);
    return () => {
      isMounted = false;
      stop();
    };
  }, [client, scope]);
  return runs;
}
