import { useState } from 'react';
import { toast } from '@/components/overlays/toast';
import {
  makeCopyName,
  type SavedView,
  type ViewChanges,
  viewHref,
} from '@/data/saved-views/saved-views.utils';
import { type SavedViewStorage, type SavedViews, useViewStorage } from '@/data/saved-views/use-saved-views';

/** What is being asked about a view before something is done. */
export type ViewDialogState =
  | { kind: 'create'; name: string; query: string }
  | { kind: 'rename' | 'share' | 'delete'; view: SavedView };

export interface ViewActions {
  storage: SavedViewStorage;
  dialog: ViewDialogState | null;
  setDialog: (question: ViewDialogState | null) => void;
  duplicate: (view: SavedView) => void;
  update: (view: SavedView, changes: ViewChanges) => void;
  /** Deletes without asking; it can be taken back. */
  remove: (view: SavedView) => Promise<void>;
  move: (view: SavedView, target: SavedView) => Promise<void>;
  moveToProject: (view: SavedView) => void;
  copyLink: (view: SavedView) => void;
}

/** What can be done with the saved views of a table, each told when it fails. `onAsk` is called before a question opens. */
export function useViewActions({ ownViews }: SavedViews, onAsk: () => void): ViewActions {
  const storage = useViewStorage(ownViews);
  const [dialog, setQuestion] = useState<ViewDialogState | null>(null);
  const setDialog = (next: ViewDialogState | null) => {
    if (next) onAsk();
    setQuestion(next);
  };
  const told = async (work: Promise<void>, what: string) => {
    try {
      await work;
    } catch (error) {
      toast.error(error, what);
    }
  };
  const names = ownViews.map(({ name }) => name);
  return {
    storage,
    dialog,
    setDialog,
    duplicate: ({ name, query }) => setDialog({ kind: 'create', name: makeCopyName(name, names), query }),
    update: (view, changes) =>
      void told(storage.update(view, changes), `The view “${view.name}” was not changed.`),
    remove: async (view) => {
      await storage.remove(view);
      toast.done(`The view “${view.name}” was deleted.`, {
        label: 'Undo',
        onClick: () => void told(storage.restore(view), `The view “${view.name}” was not put back.`),
      });
    },
    move: (view, target) => told(storage.move(view, target), `The view “${view.name}” was not moved.`),
    moveToProject: (view) =>
      void told(storage.moveToProject(view), `The view “${view.name}” stays in this browser.`),
    copyLink: async (view) => {
      try {
        await navigator.clipboard.writeText(new URL(viewHref(view), window.location.href).href);
        toast.done(`A link to “${view.name}” was copied.`);
      } catch (error) {
        toast.error(error, 'The browser did not let the link be copied.');
      }
    },
  };
}
