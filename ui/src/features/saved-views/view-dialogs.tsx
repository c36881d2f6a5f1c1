import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { NameDialog } from '@/components/overlays/name-dialog';
import { nameProblem, normalizeName, type SavedView } from '@/data/saved-views/saved-views.utils';
import { useTable } from '@/table/table-context';
import { ShareDialog } from './share-dialog';
import type { ViewActions } from './use-view-actions';

export interface ViewDialogsProps {
  actions: ViewActions;
  /** Whose names a new one must not take. */
  ownViews: readonly SavedView[];
  /** A view was made of this address. */
  onCreated: (query: string) => void;
}

/** What a view is to be called, and whether it is to be deleted. */
export function ViewDialogs({ actions, ownViews, onCreated }: ViewDialogsProps) {
  const { storage, dialog, setDialog } = actions;
  const { table } = useTable();
  const close = () => {
    name.reset();
    remove.reset();
    setDialog(null);
  };
  const name = useMutation({
    mutationFn: async (text: string) => {
      if (dialog?.kind === 'rename') await storage.update(dialog.view, { name: text });
      if (dialog?.kind !== 'create') return;
      await storage.create({ schema: table.schema, table: table.name, name: text, query: dialog.query });
      onCreated(dialog.query);
    },
    onSuccess: close,
  });
  const remove = useMutation({
    mutationFn: async (view: SavedView) => actions.remove(view),
    onSuccess: close,
  });
  // While a dialog leaves, it says what it said.
  const [last, setLast] = useState(dialog);
  if (dialog && dialog !== last) setLast(dialog);
  const asked = dialog ?? last;
  const present = asked?.kind === 'create' ? asked.name : (asked?.view.name ?? '');
  const taken = ownViews
    .map((view) => view.name)
    .filter((other) => asked?.kind !== 'rename' || other !== asked.view.name);
  return (
    <>
      <NameDialog
        open={dialog?.kind === 'create' || dialog?.kind === 'rename'}
        title={asked?.kind === 'rename' ? 'Rename the view' : 'Save this view'}
        help={asked?.kind === 'rename' ? undefined : describeStorage(storage.canSaveToProject)}
        name={present}
        validateName={(text) => nameProblem(text, taken)}
        confirmLabel={asked?.kind === 'rename' ? 'Rename' : 'Save'}
        pending={name.isPending}
        error={name.error}
        onCancel={close}
        onName={(text) => name.mutate(normalizeName(text))}
      />
      <ConfirmDialog
        open={dialog?.kind === 'delete'}
        onOpenChange={(open) => !open && close()}
        title={<>Delete the view “{<bdi>{present}</bdi>}”?</>}
        confirmLabel="Delete"
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => dialog?.kind === 'delete' && remove.mutate(dialog.view)}
      >
        <p>
          {asked?.kind === 'delete' && asked.view.shared
            ? 'The users it is shared with lose it too. No rows are deleted.'
            : 'No rows are deleted.'}
        </p>
      </ConfirmDialog>
      {asked?.kind === 'share' && (
        <ShareDialog
          key={asked.view.id}
          open={dialog?.kind === 'share'}
          view={asked.view}
          onClose={close}
          onShare={(changes) => storage.update(asked.view, changes)}
        />
      )}
    </>
  );
}

function describeStorage(inProject: boolean): string {
  const kept = 'Filters, order, columns and their widths are kept';
  return inProject ? `${kept}; only you see it until you share it.` : `${kept}, in this browser.`;
}
