import { useState } from 'react';
import { copyLink } from '@/components/copy-link';
import { toast } from '@/components/overlays/toast';
import {
  formatViewHref,
  makeCopyName,
  type SavedView,
  type ViewChanges,
} from '@/data/saved-views/saved-views.utils';
import { type SavedViewStorage, type SavedViews, useViewStorage } from '@/data/saved-views/use-saved-views';
import { savedViewsMessages } from './saved-views-messages';

const messages = savedViewsMessages.results;

/** The open dialog, with its view. */
export type ViewDialogState =
  | { kind: 'create'; name: string; query: string }
  | { kind: 'rename' | 'share' | 'delete'; view: SavedView };

/** The actions on saved views. Except `remove`, they show an error in a toast and never reject. */
export interface ViewActions {
  storage: SavedViewStorage;
  dialog: ViewDialogState | null;
  setDialog: (dialog: ViewDialogState | null) => void;
  /** Opens the dialog that asks for the copy's name. */
  duplicate: (view: SavedView) => void;
  update: (view: SavedView, changes: ViewChanges) => void;
  /** Deletes without confirmation and offers undo. Rejects if the view could not be deleted. */
  remove: (view: SavedView) => Promise<void>;
  /** Moves a view to the position of another view. */
  move: (view: SavedView, target: SavedView) => Promise<void>;
  moveToProject: (view: SavedView) => void;
  copyLink: (view: SavedView) => void;
}

/** Returns the actions on a table's saved views. Calls `onDialogOpen` before a dialog opens. */
export function useViewActions({ ownViews }: SavedViews, onDialogOpen: () => void): ViewActions {
  const storage = useViewStorage(ownViews);
  const [dialog, setDialogState] = useState<ViewDialogState | null>(null);
  const setDialog = (next: ViewDialogState | null) => {
    if (next) onDialogOpen();
    setDialogState(next);
  };
  const names = ownViews.map(({ name }) => name);
  return {
    storage,
    dialog,
    setDialog,
    duplicate: ({ name, query }) => setDialog({ kind: 'create', name: makeCopyName(name, names), query }),
    update: (view, changes) =>
      void reportFailure(storage.update(view, changes), messages.updateFailed(view.name)),
    remove: async (view) => {
      await storage.remove(view);
      toast.done(messages.deleted(view.name), {
        label: messages.undo,
        onClick: () => void reportFailure(storage.restore(view), messages.restoreFailed(view.name)),
      });
    },
    move: (view, target) => reportFailure(storage.move(view, target), messages.moveFailed(view.name)),
    moveToProject: (view) =>
      void reportFailure(storage.moveToProject(view), messages.moveToProjectFailed(view.name)),
    copyLink: (view) => void copyLink(formatViewHref(view), messages.linkCopied(view.name)),
  };
}

/** Shows an error in a toast under a title. The returned promise never rejects. */
async function reportFailure(action: Promise<void>, title: string): Promise<void> {
  try {
    await action;
  } catch (error) {
    toast.error(error, title);
  }
}
