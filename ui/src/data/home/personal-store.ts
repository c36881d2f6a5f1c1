import { useSyncExternalStore } from 'react';
import type { Table } from '@/lib/api.gen';
import { ExternalStore } from '@/lib/external-store';

/** A record that the user opened. */
export interface OpenedRecord {
  schema: string;
  table: string;
  /** Its key, as the query string of its page contains it. */
  record: string;
}

/** A tile of a dashboard that the home page shows. */
export interface HomeTile {
  dashboard: string;
  tile: string;
}

/** The arrangement of the workspace by a user, as this browser stores it. Tables are named by getPersonalTableId. */
export interface PersonalSettings {
  favorites: readonly string[];
  /** Tables that the sidebar does not list. */
  hidden: readonly string[];
  /** The tables that the user moved, in their order. The others follow in the order of their titles. */
  order: readonly string[];
  /** Whether the sidebar shows no numbers of rows. */
  hidesCounts: boolean;
  /** The records that the user opened last, the newest first. */
  opened: readonly OpenedRecord[];
  /** The tiles of the home page, in their order. */
  homeTiles: readonly HomeTile[];
}

const empty: PersonalSettings = {
  favorites: [],
  hidden: [],
  order: [],
  hidesCounts: false,
  opened: [],
  homeTiles: [],
};

/** Maximum number of stored records. */
const maxOpened = 12;

const storageKey = (userId: string) => `tableside.personal.${userId}`;

/** Returns the name of a table in the settings. */
export function getPersonalTableId({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return JSON.stringify([schema, name]);
}

/** Whether the user hides a table in the sidebar. Favorites are always shown. */
export function isHiddenByUser(
  { favorites, hidden }: Pick<PersonalSettings, 'favorites' | 'hidden'>,
  table: Table,
): boolean {
  const id = getPersonalTableId(table);
  return hidden.includes(id) && !favorites.includes(id);
}

/** The settings of a user, in the browser's storage. */
class PersonalStore extends ExternalStore<PersonalSettings> {
  readonly #key: string;

  constructor(userId: string) {
    super(loadSettings(storageKey(userId)));
    this.#key = storageKey(userId);
    window.addEventListener('storage', ({ key }) => {
      if (key === this.#key) this.setSnapshot(loadSettings(this.#key));
    });
  }

  /** Adds a table to the favorites, or removes it. */
  toggleFavorite(id: string): void {
    this.change({ favorites: toggle(this.snapshot().favorites, id) });
  }

  /** Hides a table in the sidebar, or shows it again. */
  toggleHidden(id: string): void {
    this.change({ hidden: toggle(this.snapshot().hidden, id) });
  }

  /** Stores that the user opened a record. */
  addOpened(opened: OpenedRecord): void {
    const text = JSON.stringify(opened);
    const others = this.snapshot().opened.filter((each) => JSON.stringify(each) !== text);
    this.change({ opened: [opened, ...others].slice(0, maxOpened) });
  }

  /** Shows a tile on the home page, or removes it from there. */
  toggleHomeTile(homeTile: HomeTile): void {
    const { homeTiles } = this.snapshot();
    const others = homeTiles.filter((each) => !isSameTile(each, homeTile));
    this.change({ homeTiles: others.length < homeTiles.length ? others : [...others, homeTile] });
  }

  change(changes: Partial<PersonalSettings>): void {
    this.setSnapshot({ ...this.snapshot(), ...changes });
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.snapshot()));
    } catch {
      // Storage is blocked: the settings last until the page is closed.
    }
  }
}

function isSameTile(a: HomeTile, b: HomeTile): boolean {
  return a.dashboard === b.dashboard && a.tile === b.tile;
}

function toggle(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
}

const listTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

function hasTexts(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return names.every((name) => typeof fields[name] === 'string');
}

const isOpenedRecord = (value: unknown): value is OpenedRecord =>
  hasTexts(value, ['schema', 'table', 'record']);

const isHomeTile = (value: unknown): value is HomeTile => hasTexts(value, ['dashboard', 'tile']);

/** Returns the settings that are stored in this browser; the parts that are not valid are empty. */
function loadSettings(key: string): PersonalSettings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return empty;
    const { favorites, hidden, order, hidesCounts, opened, homeTiles } = stored as Record<string, unknown>;
    return {
      favorites: listTexts(favorites),
      hidden: listTexts(hidden),
      order: listTexts(order),
      hidesCounts: hidesCounts === true,
      opened: Array.isArray(opened) ? opened.filter(isOpenedRecord) : [],
      homeTiles: Array.isArray(homeTiles) ? homeTiles.filter(isHomeTile) : [],
    };
  } catch {
    return empty; // The browser blocks storage, or another program wrote it.
  }
}

const stores = new Map<string, PersonalStore>();

/** Returns the settings store of a user: the same object for the lifetime of the page. */
export function getPersonalStore(userId: string): PersonalStore {
  const store = stores.get(userId) ?? new PersonalStore(userId);
  stores.set(userId, store);
  return store;
}

/** Returns the settings of a user. */
export function usePersonalSettings(userId: string): PersonalSettings {
  const store = getPersonalStore(userId);
  return useSyncExternalStore(store.subscribe, store.snapshot);
}
