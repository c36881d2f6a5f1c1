import { useState } from 'react';
import { useLocation } from 'wouter';
import { copyLink } from '@/components/copy-link';
import { toast } from '@/components/overlays/toast';
import type { Dashboard } from '@/data/dashboards/dashboards';
import type { SavedView } from '@/data/saved-views/saved-views.utils';
import { useViewStorage } from '@/data/saved-views/use-saved-views';
import { hrefs } from '@/lib/routes';
import { dashboardMessages } from './dashboard-messages';

const messages = dashboardMessages.results;

export type DashboardDialog = 'rename' | 'duplicate' | 'share' | 'delete';

/** Returns the actions on a dashboard, and the open dialog. `ownViews` are the views that store the user's dashboards. */
export function useDashboardActions(dashboard: Dashboard, ownViews: readonly SavedView[]) {
  const { view, name } = dashboard;
  const storage = useViewStorage(ownViews);
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<DashboardDialog>();
  return {
    ...{ dashboard, ownViews, storage, dialog, setDialog },
    copyLink: () => void copyLink(hrefs.dashboard(dashboard.id), messages.linkCopied(name)),
    moveToProject: () =>
      storage
        .moveToProject(view)
        .catch((error: unknown) => toast.error(error, messages.moveToProjectFailed(name))),
    /** Deletes the dashboard and offers undo. Rejects if it could not be deleted. */
    remove: async () => {
      await storage.remove(view);
      navigate(hrefs.home());
      toast.done(messages.deleted(name), {
        label: messages.undo,
        onClick: () => {
          storage.restore(view).then(
            () => navigate(hrefs.dashboard(dashboard.id)),
            (error: unknown) => toast.error(error, messages.restoreFailed(name)),
          );
        },
      });
    },
  };
}

export type DashboardActions = ReturnType<typeof useDashboardActions>;
