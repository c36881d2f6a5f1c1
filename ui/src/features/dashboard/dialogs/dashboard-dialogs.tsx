import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { NameDialog } from '@/components/overlays/name-dialog';
import { makeCopyName, nameProblem, normalizeName } from '@/data/saved-views/saved-views.utils';
import { ShareDialog } from '@/table/sharing/share-dialog';
import { dashboardMessages as messages } from '../dashboard-messages';
import type { DashboardActions } from '../use-dashboard-actions';
import { NewDashboardDialog } from './new-dashboard-dialog';

/** The dialogs that rename, duplicate, share and delete a dashboard. */
export function DashboardDialogs({ actions }: { actions: DashboardActions }) {
  const { dashboard, ownViews, storage, dialog, setDialog } = actions;
  const close = () => setDialog(undefined);
  const names = ownViews.map(({ name }) => name);
  return (
    <>
      <RenameDialog actions={actions} />
      <DeleteDialog actions={actions} />
      <NewDashboardDialog
        open={dialog === 'duplicate'}
        onClose={close}
        name={makeCopyName(dashboard.name, names)}
        tiles={dashboard.tiles}
      />
      <ShareDialog
        key={dashboard.id}
        open={dialog === 'share'}
        view={dashboard.view}
        audienceLabel={messages.shareDialog.audience}
        everyoneLabel={messages.shareDialog.everyone}
        onClose={close}
        onShare={(changes) => storage.update(dashboard.view, changes)}
      />
    </>
  );
}

function RenameDialog({ actions }: { actions: DashboardActions }) {
  const { dashboard, ownViews, storage, dialog, setDialog } = actions;
  const close = () => setDialog(undefined);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (name: string) => storage.update(dashboard.view, { name }),
    onSuccess: close,
  });
  const taken = ownViews.flatMap(({ id, name }) => (id === dashboard.id ? [] : name));
  return (
    <NameDialog
      open={dialog === 'rename'}
      title={messages.nameDialog.renameTitle}
      name={dashboard.name}
      validateName={(name) => nameProblem(name, taken)}
      confirmLabel={messages.nameDialog.rename}
      pending={isPending}
      error={error}
      onCancel={() => {
        reset();
        close();
      }}
      onName={(name) => mutate(normalizeName(name))}
    />
  );
}

function DeleteDialog({ actions }: { actions: DashboardActions }) {
  const { dashboard, dialog, setDialog } = actions;
  const remove = useMutation({ mutationFn: actions.remove });
  return (
    <ConfirmDialog
      open={dialog === 'delete'}
      onOpenChange={(open) => {
        if (open) return;
        remove.reset();
        setDialog(undefined);
      }}
      title={messages.deleteDialog.title(<bdi>{dashboard.name}</bdi>)}
      confirmLabel={messages.deleteDialog.delete}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>
        {dashboard.view.shared ? messages.deleteDialog.othersLoseAccess : messages.deleteDialog.rowsRemain}
      </p>
    </ConfirmDialog>
  );
}
