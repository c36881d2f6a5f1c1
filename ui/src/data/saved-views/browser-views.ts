import { useSyncExternalStore } from 'react';
import { moved, type SavedView, type ViewDraft, type ViewPlace } from './saved-views.utils';

/**
 * Views that are kept in this browser, per person: where the project has no
 * table for them, or until they are moved there. All tabs see the same.
 */

interface KeptView extends ViewDraft {
  id: string;
}

const keyOf = (userId: string) => `tableside.views.${userId}`;
const listeners = new Set<() => void>();
let known: { text: string | null; key: string; views: readonly SavedView[] } | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a closed storage keeps none
  }
}

function isKept(view: unknown): view is KeptView {
  const fields = ['id', 'schema', 'table', 'name', 'query'];
  return (
    typeof view === 'object' &&
    view !== null &&
    fields.every((field) => field in view && typeof view[field as keyof typeof view] === 'string')
  );
}

function parse(text: string | null): SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    const kept = Array.isArray(stored) ? stored.filter(isKept) : [];
    return kept.map((view) => ({ ...view, mine: true, shared: false, roles: null, row: undefined }));
  } catch {
    return []; // what somebody else wrote there
  }
}

/** The views of a person, in their order; the same array as long as nothing changed. */
function browserViews(userId: string): readonly SavedView[] {
  const key = keyOf(userId);
  const text = read(key);
  if (known?.key !== key || known.text !== text) known = { key, text, views: parse(text) };
  return known.views;
}

export function useBrowserViews(userId: string): readonly SavedView[] {
  return useSyncExternalStore(subscribe, () => browserViews(userId));
}

/** Changes the views, as they are now. Throws where the browser doesn't let anything be kept. */
function change(userId: string, to: (views: readonly SavedView[]) => readonly SavedView[]): void {
  const kept: KeptView[] = to(browserViews(userId)).map(({ id, schema, table, name, query }) => {
    return { id, schema, table, name, query };
  });
  localStorage.setItem(keyOf(userId), JSON.stringify(kept));
  for (const listener of listeners) listener();
}

/** Not crypto.randomUUID(), which browsers keep back from pages that come without https. */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/** A person's views in this browser, to change. Throws what the browser's storage throws. */
export function browserPlace(userId: string): ViewPlace {
  /** What stood behind a view when it was deleted. */
  const behind = new Map<string, string | undefined>();
  return {
    create: async (view) =>
      change(userId, (views) => [
        ...views,
        { ...view, id: newId(), shared: false, roles: null, mine: true, row: undefined },
      ]),
    restore: async (view) =>
      change(userId, (views) => {
        const at = views.findIndex(({ id }) => id === behind.get(view.id));
        return at < 0 ? [...views, view] : views.toSpliced(at, 0, view);
      }),
    update: async (view, { name = view.name, query = view.query }) =>
      change(userId, (views) => views.map((one) => (one.id === view.id ? { ...one, name, query } : one))),
    remove: async (view) =>
      change(userId, (views) => {
        const at = views.findIndex(({ id }) => id === view.id);
        behind.set(view.id, views[at + 1]?.id);
        return views.filter(({ id }) => id !== view.id);
      }),
    move: async (view, target) => change(userId, (views) => moved(views, view, target)),
  };
}
