import { useLocation } from 'wouter';
import { NameDialog } from '@/components/overlays/name-dialog';
import { useDashboards } from '@/data/dashboards/dashboards';
import type { Tile } from '@/data/dashboards/tile';
import { nameProblem } from '@/data/saved-views/saved-views.utils';
import { hrefs } from '@/lib/routes';
import { dashboardMessages } from '../dashboard-messages';
import { useCreateDashboard } from '../use-create-dashboard';

const messages = dashboardMessages.nameDialog;
const noTiles: readonly Tile[] = [];

export interface NewDashboardDialogProps {
  open: boolean;
  onClose: () => void;
  /** The name that the field contains first. */
  name?: string;
  /** The tiles of the new dashboard. */
  tiles?: readonly Tile[];
}

/** Asks for the name of a new dashboard, creates it and opens it. */
export function NewDashboardDialog({ open, onClose, name = '', tiles = noTiles }: NewDashboardDialogProps) {
  const { ownViews } = useDashboards();
  const [, navigate] = useLocation();
  const { mutate, reset, isPending, error, canSaveToProject } = useCreateDashboard(ownViews);
  const taken = ownViews.map((view) => view.name);
  return (
    <NameDialog
      open={open}
      title={messages.createTitle}
      help={canSaveToProject ? messages.projectHelp : messages.browserHelp}
      name={name}
      validateName={(text) => nameProblem(text, taken)}
      confirmLabel={messages.create}
      pending={isPending}
      error={error}
      onCancel={() => {
        reset();
        onClose();
      }}
      onName={(text) =>
        mutate(
          { name: text, tiles },
          {
            onSuccess: (id) => {
              onClose();
              navigate(hrefs.dashboard(id));
            },
          },
        )
      }
    />
  );
}
