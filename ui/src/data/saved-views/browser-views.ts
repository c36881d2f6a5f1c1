import { useSyncExternalStore } from 'react';
import { createId } from '@/lib/create-id';
import { Listeners } from '@/lib/external-store';
import { moveView, type SavedView, type ViewDraft, type ViewStorage } from './saved-views.utils';

/**
 * Views that are kept in this browser, per person: where the project has no
 * table for them, or until they are moved there. All tabs see the same.
 */

interface StoredView extends ViewDraft {
  id: string;
}

const storageKey = (userId: string) => `tableside.views.${userId}`;
const listeners = new Listeners();
let cachedViews: { text: string | null; key: string; views: readonly SavedView[] } | undefined;

function subscribe(listener: () => void): () => void {
  const removeListener = listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    removeListener();
    window.removeEventListener('storage', listener);
  };
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a closed storage keeps none
  }
}

function isStoredView(view: unknown): view is StoredView {
  const fields = ['id', 'schema', 'table', 'name', 'query'];
  return (
    typeof view === 'object' &&
    view !== null &&
    fields.every((field) => field in view && typeof view[field as keyof typeof view] === 'string')
  );
}

function parseViews(text: string | null): SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    const kept = Array.isArray(stored) ? stored.filter(isStoredView) : [];
    return kept.map((view) => ({ ...view, isOwn: true, shared: false, roles: null, row: undefined }));
  } catch {
    return []; // what somebody else wrote there
  }
}

/** The views of a person, in their order; the same array as long as nothing changed. */
function getBrowserViews(userId: string): readonly SavedView[] {
  const key = storageKey(userId);
  const text = readStorage(key);
  if (cachedViews?.key !== key || cachedViews.text !== text)
    cachedViews = { key, text, views: parseViews(text) };
  return cachedViews.views;
}

export function useBrowserViews(userId: string): readonly SavedView[] {
  return useSyncExternalStore(subscribe, () => getBrowserViews(userId));
}

/** Changes the views, as they are now. Throws where the browser doesn't let anything be kept. */
function updateViews(userId: string, to: (views: readonly SavedView[]) => readonly SavedView[]): void {
  const kept: StoredView[] = to(getBrowserViews(userId)).map(({ id, schema, table, name, query }) => {
    return { id, schema, table, name, query };
  });
  localStorage.setItem(storageKey(userId), JSON.stringify(kept));
  listeners.notify();
}

/** A person's views in this browser, to change. Throws what the browser's storage throws. */
export function browserViewStorage(userId: string): ViewStorage {
  /** What stood behind a view when it was deleted. */
  const behind = new Map<string, string | undefined>();
  return {
    create: async (view) =>
      updateViews(userId, (views) => [
        ...views,
        { ...view, id: createId(), shared: false, roles: null, isOwn: true, row: undefined },
      ]),
    restore: async (view) =>
      updateViews(userId, (views) => {
        const at = views.findIndex(({ id }) => id === behind.get(view.id));
        return at < 0 ? [...views, view] : views.toSpliced(at, 0, view);
      }),
    update: async (view, { name = view.name, query = view.query }) =>
      updateViews(userId, (views) =>
        views.map((one) => (one.id === view.id ? { ...one, name, query } : one)),
      ),
    remove: async (view) =>
      updateViews(userId, (views) => {
        const at = views.findIndex(({ id }) => id === view.id);
        behind.set(view.id, views[at + 1]?.id);
        return views.filter(({ id }) => id !== view.id);
      }),
    move: async (view, target) => updateViews(userId, (views) => moveView(views, view, target)),
  };
}
