import type { Table } from '@/lib/api.gen';
import { Listeners } from '@/lib/external-store';

/** The titles of a table's rows that are loaded as references, each with the key of the first row that has it. */
interface LoadedTitles {
  keys: Map<string, string>;
  duplicates: Set<string>;
}

const loadedTitles = new WeakMap<Table, LoadedTitles>();
const listeners = new Listeners();

/** Maximum number of titles of a table. Titles beyond it are not compared. */
const maxTitles = 20_000;

/** Records the title of a loaded row, and notifies the subscribers if another row of the table has the same title. */
export function recordTitle(table: Table, title: string, key: string): void {
  const titles = loadedTitles.get(table) ?? { keys: new Map(), duplicates: new Set() };
  loadedTitles.set(table, titles);
  const known = titles.keys.get(title);
  if (known === undefined) {
    if (titles.keys.size < maxTitles) titles.keys.set(title, key);
  } else if (known !== key && !titles.duplicates.has(title)) {
    titles.duplicates.add(title);
    listeners.notify();
  }
}

/** Whether two loaded rows of a table have this title. */
export function isDuplicateTitle(table: Table, title: string): boolean {
  return loadedTitles.get(table)?.duplicates.has(title) ?? false;
}

/** Calls a listener after a new duplicate was found. Returns the function that ends the subscription. */
export const subscribeToDuplicateTitles = listeners.add;
