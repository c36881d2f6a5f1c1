import { useSyncExternalStore } from 'react';
import { Listeners } from '@/lib/external-store';
import { createId } from '@/lib/text/create-id';
import { moveView, type SavedView, type ViewDraft, type ViewStorage } from './saved-views.utils';

/**
 * Saved views in this browser's local storage, per user: if the project has no table
 * for views, or until they are moved there. All tabs share them.
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
    return null; // The browser blocks storage.
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
    const valid = Array.isArray(stored) ? stored.filter(isStoredView) : [];
    return valid.map((view) => ({ ...view, isOwn: true, shared: false, roles: null, row: undefined }));
  } catch {
    return []; // Not written by this app.
  }
}

/** Returns a user's views, in their order; the same array until they change. */
export function getBrowserViews(userId: string): readonly SavedView[] {
  const key = storageKey(userId);
  const text = readStorage(key);
  if (cachedViews?.key !== key || cachedViews.text !== text)
    cachedViews = { key, text, views: parseViews(text) };
  return cachedViews.views;
}

/** Returns a user's views in this browser, in their order. */
export function useBrowserViews(userId: string): readonly SavedView[] {
  return useSyncExternalStore(subscribe, () => getBrowserViews(userId));
}

/** Replaces the stored views with the result of `update` and notifies the listeners. Throws if the browser blocks storage or it is full. */
function updateViews(userId: string, update: (views: readonly SavedView[]) => readonly SavedView[]): void {
  const stored: StoredView[] = update(getBrowserViews(userId)).map(({ id, schema, table, name, query }) => {
    return { id, schema, table, name, query };
  });
  localStorage.setItem(storageKey(userId), JSON.stringify(stored));
  listeners.notify();
}

/** Returns the functions that change a user's views in this browser's local storage. Their promises reject if the browser blocks storage or it is full. */
export function createBrowserViewStorage(userId: string): ViewStorage {
  /** The id of the view after a deleted one, by the deleted view's id. */
  const nextIds = new Map<string, string | undefined>();
  return {
    create: async (view) =>
      updateViews(userId, (views) => [
        ...views,
        { ...view, id: view.id ?? createId(), shared: false, roles: null, isOwn: true, row: undefined },
      ]),
    restore: async (view) =>
      updateViews(userId, (views) => {
        const index = views.findIndex(({ id }) => id === nextIds.get(view.id));
        return index < 0 ? [...views, view] : views.toSpliced(index, 0, view);
      }),
    update: async (view, { name = view.name, query = view.query }) =>
      updateViews(userId, (views) =>
        views.map((other) => (other.id === view.id ? { ...other, name, query } : other)),
      ),
    remove: async (view) =>
      updateViews(userId, (views) => {
        const index = views.findIndex(({ id }) => id === view.id);
        nextIds.set(view.id, views[index + 1]?.id);
        return views.filter(({ id }) => id !== view.id);
      }),
    move: async (view, target) => updateViews(userId, (views) => moveView(views, view, target)),
  };
}
