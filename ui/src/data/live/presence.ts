import { ExternalStore } from '@/lib/external-store';
import { liveTableId } from './live-status';

/** A user as the server names them to others. */
export interface PresentUser {
  id: string;
  name: string;
  avatarUrl: string;
}

/** A place in a table. Records are named by `hashRecord`, because a channel has members who cannot read all rows. */
export interface PresenceLocation {
  /** The open record, or the record of the cell that is being edited; null for the table itself. */
  record: string | null;
  /** The column that is being edited. */
  column: string | null;
}

/** A user at a location. A user with several tabs has several. */
export interface Presence extends PresenceLocation {
  user: PresentUser;
}

/** Where this page is. */
export interface PageLocation extends PresenceLocation {
  schema: string;
  name: string;
}

/**
 * How users see each other. `private`: over channels with policies, only for users who can read the table. `public`: over
 * channels that everyone with the project's publishable key can join.
 */
export type PresenceMode = 'private' | 'public' | 'off';

export const presenceModes: readonly PresenceMode[] = ['private', 'public', 'off'];

/** The other users of the shown tables, by `liveTableId`. `rejected`: the project has no policies for private channels. */
export interface PresenceState {
  state: 'on' | 'off' | 'rejected';
  users: Readonly<Record<string, readonly Presence[]>>;
}

export const noPresence: PresenceState = { state: 'off', users: {} };

const nobody: readonly Presence[] = [];

/** Other users on the pages of tables, and the location of this page. */
export class PresenceStore extends ExternalStore<PresenceState> {
  readonly location = new LocationStore();

  constructor() {
    super(noPresence);
  }

  set(state: PresenceState): void {
    this.setSnapshot(state);
  }

  /** Returns the other users on a table: the same array until they change. */
  getTable(table: { schema: string; name: string }): readonly Presence[] {
    return this.snapshot().users[liveTableId(table)] ?? nobody;
  }
}

/** The location of this page; undefined while it shows no table. */
class LocationStore extends ExternalStore<PageLocation | undefined> {
  #page: PageLocation | undefined;
  #edited: { record: string; column: string } | undefined;

  constructor() {
    super(undefined);
  }

  /** Sets the table, and the open record. */
  setPage(page: Omit<PageLocation, 'column'> | undefined): void {
    this.#page = page && { ...page, column: null };
    this.#publish();
  }

  /** Sets the cell or field that the user edits. Returns the function that ends this, unless the user edits another one by then. */
  beginEdit(edited: { record: string; column: string }): () => void {
    this.#edited = edited;
    this.#publish();
    return () => {
      if (this.#edited !== edited) return;
      this.#edited = undefined;
      this.#publish();
    };
  }

  #publish(): void {
    const next = this.#page && { ...this.#page, ...this.#edited };
    if (JSON.stringify(next) !== JSON.stringify(this.snapshot())) this.setSnapshot(next);
  }
}

/** Returns a text of 14 characters that stands for a record's key in messages to users who may not know the key. */
export function hashRecord(table: { schema: string; name: string }, rowKey: string): string {
  const text = `${liveTableId(table)} ${rowKey}`;
  // cyrb53: two multiplicative hashes of 32 bits.
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(16).padStart(14, '0');
}
