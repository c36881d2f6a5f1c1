import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { formatKeyText } from '@/data/writes/batches/guards.utils';
import { ExternalStore } from '@/lib/external-store';
import { getLiveTableId } from '../live-status';

/** A user as the server names them to others. */
export interface PresentUser {
  id: string;
  name: string;
  avatarUrl: string;
}

export interface TableName {
  schema: string;
  name: string;
}

/** The view of a page, without filters: their values can come from rows that others can't read. */
export interface SharedView {
  /** The part of the page's query string. */
  query: string;
  /** The columns that the query names. */
  columns: readonly string[];
  /** The number of the filters that are not shared. */
  filters: number;
}

/** The location of a page in a table. The relay passes only what the receiver can read. */
export interface PresenceLocation extends SharedView {
  /** The key of the open record, or of the record of the cell that is being edited; null for the table itself. */
  record: readonly KeyValue[] | null;
  /** Whether the record is open, not only edited in a cell. */
  isOpen: boolean;
  /** The column that is being edited. */
  column: string | null;
}

/** A tab of another user. */
export interface Presence extends PresenceLocation {
  user: PresentUser;
  tab: string;
  /** `formatKeyText` of the record; '' if there is none. */
  recordKey: string;
}

/** A tab of another user that has moved to another table. */
export interface PresenceMove {
  user: PresentUser;
  tab: string;
  next: TableName;
}

/** The location of this page. */
export interface PageLocation extends PresenceLocation, TableName {}

/**
 * How users see each other. `private`: over channels with policies, only for users who can read the table. `public`: over
 * channels that everyone with the project's publishable key can join.
 */
export type PresenceMode = 'private' | 'public' | 'off';

export const presenceModes: readonly PresenceMode[] = ['private', 'public', 'off'];

/** The other users of the shown tables, by `getLiveTableId`. `rejected`: the project has no policies for private channels. */
export interface PresenceState {
  state: 'on' | 'off' | 'rejected';
  users: Readonly<Record<string, readonly Presence[]>>;
  moves: Readonly<Record<string, readonly PresenceMove[]>>;
}

export const noPresence: PresenceState = { state: 'off', users: {}, moves: {} };

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
  getTable(table: TableName): readonly Presence[] {
    return this.snapshot().users[getLiveTableId(table)] ?? nobody;
  }
}

interface EditedField {
  record: readonly KeyValue[];
  column: string;
}

/** The location of this page; undefined while it shows no table. */
class LocationStore extends ExternalStore<PageLocation | undefined> {
  #page: Omit<PageLocation, 'column' | 'isOpen'> | undefined;
  #edited: EditedField | undefined;

  constructor() {
    super(undefined);
  }

  /** Sets the table, its view and the open record. */
  setPage(page: Omit<PageLocation, 'column' | 'isOpen'> | undefined): void {
    this.#page = page;
    this.#publish();
  }

  /** Sets the cell or field that the user edits. Returns the function that ends this, unless the user edits another one by then. */
  beginEdit(edited: EditedField): () => void {
    this.#edited = edited;
    this.#publish();
    return () => {
      if (this.#edited !== edited) return;
      this.#edited = undefined;
      this.#publish();
    };
  }

  #publish(): void {
    const { record = null } = this.#page ?? {};
    const { record: edited = record, column = null } = this.#edited ?? {};
    const isOpen = record !== null && edited !== null && formatKeyText(record) === formatKeyText(edited);
    const next = this.#page && { ...this.#page, record: edited, isOpen, column };
    if (JSON.stringify(next) !== JSON.stringify(this.snapshot())) this.setSnapshot(next);
  }
}
