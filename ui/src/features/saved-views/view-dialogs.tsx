import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { NameDialog } from '@/components/overlays/name-dialog';
import { cleanName, nameProblem, type SavedView } from '@/data/saved-views/saved-views.utils';
import { useTable } from '@/table/table-context';
import { ShareDialog } from './share-dialog';
import type { ViewActions } from './use-view-actions';

export interface ViewDialogsProps {
  actions: ViewActions;
  /** Whose names a new one must not take. */
  mine: readonly SavedView[];
  /** A view was made of this address. */
  onCreated: (query: string) => void;
}

/** What a view is to be called, and whether it is to be deleted. */
export function ViewDialogs({ actions, mine, onCreated }: ViewDialogsProps) {
  const { writes, question, ask } = actions;
  const { table } = useTable();
  const close = () => {
    name.reset();
    remove.reset();
    ask(null);
  };
  const name = useMutation({
    mutationFn: async (text: string) => {
      if (question?.kind === 'rename') await writes.update(question.view, { name: text });
      if (question?.kind !== 'create') return;
      await writes.create({ schema: table.schema, table: table.name, name: text, query: question.query });
      onCreated(question.query);
    },
    onSuccess: close,
  });
  const remove = useMutation({
    mutationFn: async (view: SavedView) => actions.remove(view),
    onSuccess: close,
  });
  // While a dialog leaves, it says what it said.
  const [last, setLast] = useState(question);
  if (question && question !== last) setLast(question);
  const asked = question ?? last;
  const present = asked?.kind === 'create' ? asked.name : (asked?.view.name ?? '');
  const taken = mine
    .map((view) => view.name)
    .filter((other) => asked?.kind !== 'rename' || other !== asked.view.name);
  return (
    <>
      <NameDialog
        open={question?.kind === 'create' || question?.kind === 'rename'}
        title={asked?.kind === 'rename' ? 'Rename the view' : 'Save this view'}
        help={asked?.kind === 'rename' ? undefined : whatIsKept(writes.inProject)}
        name={present}
        problemOf={(text) => nameProblem(text, taken)}
        confirmLabel={asked?.kind === 'rename' ? 'Rename' : 'Save'}
        pending={name.isPending}
        error={name.error}
        onCancel={close}
        onName={(text) => name.mutate(cleanName(text))}
      />
      <ConfirmDialog
        open={question?.kind === 'delete'}
        onOpenChange={(open) => !open && close()}
        title={<>Delete the view “{<bdi>{present}</bdi>}”?</>}
        confirmLabel="Delete"
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => question?.kind === 'delete' && remove.mutate(question.view)}
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
          open={question?.kind === 'share'}
          view={asked.view}
          onClose={close}
          onShare={(changes) => writes.update(asked.view, changes)}
        />
      )}
    </>
  );
}

function whatIsKept(inProject: boolean): string {
  const kept = 'Filters, order, columns and their widths are kept';
  return inProject ? `${kept}; only you see it until you share it.` : `${kept}, in this browser.`;
}
