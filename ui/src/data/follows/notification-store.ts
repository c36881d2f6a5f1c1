import { ExternalStore } from '@/lib/external-store';
import { createId } from '@/lib/text/create-id';
import type { Follow, FollowedPage } from './follow';

/** The state of a user's notifications in this browser: what they have seen, and the follows that are not stored in the project. */
export interface NotificationState {
  follows: readonly Follow[];
  /** Mentions until this time are seen, in milliseconds since 1970. */
  mentionsSeenAt: number;
  /** By table: the keys of the rows that are assigned to the user and that they have seen; missing until the first read. */
  assigned: Readonly<Record<string, readonly string[]>>;
}

const storageKey = (userId: string) => `tableside.notifications.${userId}`;

/** The follows of a user, and what they have seen, in the browser's storage. All tabs share it. */
export class NotificationStore extends ExternalStore<NotificationState> {
  readonly #key: string;

  constructor(userId: string) {
    super(loadState(storageKey(userId)));
    this.#key = storageKey(userId);
    // From now on, mentions are new.
    if (readStorage(this.#key) === null) this.#store();
  }

  /** Reads changes of other tabs. Returns the function that ends it. */
  watch(): () => void {
    const onStorage = ({ key }: StorageEvent) =>
      void (key === this.#key && this.setSnapshot(loadState(this.#key)));
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }

  /** Adds a follow. */
  add(page: FollowedPage): void {
    const { follows } = this.snapshot();
    this.#set({ follows: [...follows, { ...page, id: createId(), seen: undefined }] });
  }

  remove(id: string): void {
    this.#set({ follows: this.snapshot().follows.filter((follow) => follow.id !== id) });
  }

  /** Records what the user has seen of a follow. */
  setSeen(id: string, seen: string): void {
    const { follows } = this.snapshot();
    if (follows.some((follow) => follow.id === id && follow.seen !== seen))
      this.#set({ follows: follows.map((follow) => (follow.id === id ? { ...follow, seen } : follow)) });
  }

  setMentionsSeen(until: number): void {
    if (until > this.snapshot().mentionsSeenAt) this.#set({ mentionsSeenAt: until });
  }

  /** Records the rows of a table that are assigned to the user and that they have seen. */
  setAssignedSeen(table: string, keys: readonly string[]): void {
    const { assigned } = this.snapshot();
    if (JSON.stringify(assigned[table]) !== JSON.stringify(keys))
      this.#set({ assigned: { ...assigned, [table]: keys } });
  }

  #set(change: Partial<NotificationState>): void {
    this.setSnapshot({ ...this.snapshot(), ...change });
    this.#store();
  }

  #store(): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.snapshot()));
    } catch {
      // Storage is blocked: the follows last until the page is closed.
    }
  }
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // The browser blocks storage.
  }
}

/** Returns the state that is stored in this browser; the parts that are not valid are empty. */
function loadState(key: string): NotificationState {
  const empty = { follows: [], mentionsSeenAt: Date.now(), assigned: {} };
  try {
    const stored = JSON.parse(readStorage(key) ?? '{}') as Partial<NotificationState>;
    return {
      follows: Array.isArray(stored.follows) ? stored.follows : [],
      mentionsSeenAt:
        typeof stored.mentionsSeenAt === 'number' ? stored.mentionsSeenAt : empty.mentionsSeenAt,
      assigned: typeof stored.assigned === 'object' && stored.assigned ? stored.assigned : {},
    };
  } catch {
    return empty; // Not written by this app.
  }
}

const stores = new Map<string, NotificationStore>();

/** Returns the store of a user: the same object for the lifetime of the page. */
export function getNotificationStore(userId: string): NotificationStore {
  const store = stores.get(userId) ?? new NotificationStore(userId);
  stores.set(userId, store);
  return store;
}
