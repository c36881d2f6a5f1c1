import { useState } from 'react';
import { toast } from '@/components/overlays/toast';
import { copyName, type SavedView, type ViewChanges, viewHref } from '@/data/saved-views/saved-views.utils';
import { type SavedViews, useViewWrites, type ViewWrites } from '@/data/saved-views/use-saved-views';

/** What is being asked about a view before something is done. */
export type ViewQuestion =
  | { kind: 'create'; name: string; query: string }
  | { kind: 'rename' | 'share' | 'delete'; view: SavedView };

export interface ViewActions {
  writes: ViewWrites;
  question: ViewQuestion | null;
  ask: (question: ViewQuestion | null) => void;
  duplicate: (view: SavedView) => void;
  update: (view: SavedView, changes: ViewChanges) => void;
  /** Deletes without asking; it can be taken back. */
  remove: (view: SavedView) => Promise<void>;
  move: (view: SavedView, target: SavedView) => Promise<void>;
  keep: (view: SavedView) => void;
  copyLink: (view: SavedView) => void;
}

/** What can be done with the saved views of a table, each told when it fails. `onAsk` is called before a question opens. */
export function useViewActions({ mine }: SavedViews, onAsk: () => void): ViewActions {
  const writes = useViewWrites(mine);
  const [question, setQuestion] = useState<ViewQuestion | null>(null);
  const ask = (next: ViewQuestion | null) => {
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
  const names = mine.map(({ name }) => name);
  return {
    writes,
    question,
    ask,
    duplicate: ({ name, query }) => ask({ kind: 'create', name: copyName(name, names), query }),
    update: (view, changes) =>
      void told(writes.update(view, changes), `The view “${view.name}” was not changed.`),
    remove: async (view) => {
      await writes.remove(view);
      toast.done(`The view “${view.name}” was deleted.`, {
        label: 'Undo',
        onClick: () => void told(writes.restore(view), `The view “${view.name}” was not put back.`),
      });
    },
    move: (view, target) => told(writes.move(view, target), `The view “${view.name}” was not moved.`),
    keep: (view) => void told(writes.keep(view), `The view “${view.name}” stays in this browser.`),
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
