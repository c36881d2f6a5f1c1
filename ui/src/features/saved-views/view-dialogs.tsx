import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { NameDialog } from '@/components/overlays/name-dialog';
import { nameProblem, normalizeName, type SavedView } from '@/data/saved-views/saved-views.utils';
import { ShareDialog } from '@/table/sharing/share-dialog';
import { useTable } from '@/table/table-context';
import { savedViewsMessages } from './saved-views-messages';
import type { ViewActions, ViewDialogState } from './use-view-actions';

export interface ViewDialogsProps {
  actions: ViewActions;
  /** The user's views of the table: their names are taken. */
  ownViews: readonly SavedView[];
  /** Called with the query of a new view. */
  onCreated: (query: string) => void;
}

/** The dialogs that create, rename, share and delete a saved view. */
export function ViewDialogs({ actions, ownViews, onCreated }: ViewDialogsProps) {
  const { storage, dialog, setDialog } = actions;
  const { table } = useTable();
  // During the closing animation, a dialog shows its last content.
  const [lastDialog, setLastDialog] = useState(dialog);
  if (dialog && dialog !== lastDialog) setLastDialog(dialog);
  const content = dialog ?? lastDialog;
  if (!content) return null;
  const close = () => setDialog(null);
  return (
    <>
      <ViewNameDialog {...{ content, actions, ownViews, onCreated }} onClose={close} />
      <DeleteViewDialog {...{ content, actions }} onClose={close} />
      {content.kind === 'share' && (
        <ShareDialog
          key={content.view.id}
          open={dialog?.kind === 'share'}
          view={content.view}
          audienceLabel={savedViewsMessages.shareDialog.audience}
          everyoneLabel={savedViewsMessages.shareDialog.everyone(table.title)}
          onClose={close}
          onShare={(changes) => storage.update(content.view, changes)}
        />
      )}
    </>
  );
}

interface DialogProps {
  /** The open dialog. Remains while the dialog closes. */
  content: ViewDialogState;
  actions: ViewActions;
  onClose: () => void;
}

/** The dialog that asks for the name of a new view, or for another name of the user's view. */
function ViewNameDialog({
  content,
  actions,
  ownViews,
  onCreated,
  onClose,
}: DialogProps & Pick<ViewDialogsProps, 'ownViews' | 'onCreated'>) {
  const messages = savedViewsMessages.nameDialog;
  const { storage, dialog } = actions;
  const { table } = useTable();
  const isRename = content.kind === 'rename';
  const currentName = content.kind === 'create' ? content.name : content.view.name;
  const otherNames = ownViews.map(({ name }) => name).filter((name) => !isRename || name !== currentName);
  const createHelp = storage.canSaveToProject ? messages.projectHelp : messages.browserHelp;
  const save = useMutation({
    mutationFn: async (name: string) => {
      if (content.kind === 'rename') return storage.update(content.view, { name });
      if (content.kind !== 'create') return;
      await storage.create({ schema: table.schema, table: table.name, name, query: content.query });
      onCreated(content.query);
    },
    onSuccess: onClose,
  });
  return (
    <NameDialog
      open={dialog?.kind === 'create' || dialog?.kind === 'rename'}
      title={isRename ? messages.renameTitle : messages.createTitle}
      help={isRename ? undefined : createHelp}
      name={currentName}
      validateName={(name) => nameProblem(name, otherNames)}
      confirmLabel={isRename ? messages.rename : messages.save}
      pending={save.isPending}
      error={save.error}
      onCancel={() => {
        save.reset();
        onClose();
      }}
      onName={(name) => save.mutate(normalizeName(name))}
    />
  );
}

function DeleteViewDialog({ content, actions, onClose }: DialogProps) {
  const messages = savedViewsMessages.deleteDialog;
  const remove = useMutation({ mutationFn: actions.remove, onSuccess: onClose });
  const view = content.kind === 'create' ? undefined : content.view;
  return (
    <ConfirmDialog
      open={actions.dialog?.kind === 'delete'}
      onOpenChange={(open) => {
        if (open) return;
        remove.reset();
        onClose();
      }}
      title={messages.title(<bdi>{view?.name}</bdi>)}
      confirmLabel={messages.delete}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => view && remove.mutate(view)}
    >
      <p>{view?.shared ? messages.othersLoseAccess : messages.rowsRemain}</p>
    </ConfirmDialog>
  );
}
