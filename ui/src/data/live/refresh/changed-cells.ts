import { Listeners } from '@/lib/external-store';

/** Milliseconds for which a cell that another user changed is marked. */
const markDuration = 1_800;

/** In place of a column: any column of the row. */
export const anyColumn = '';

/** A cell of a table: the table's `getLiveTableId`, the text of the row's key, and the name of the column. */
export type CellRef = readonly [table: string, rowKey: string, column: string];

/** The changed cells of a row: a number by column that differs from change to change. Also contains `anyColumn`. */
export type RowChanges = ReadonlyMap<string, number>;

/** The cells that another user changed a moment ago. A component subscribes with `useSyncExternalStore`. */
export class ChangedCells {
  readonly #rows = new Map<string, RowChanges>();
  readonly #listeners = new Listeners();
  #lastStamp = 0;

  /** Calls the listener after each change. Returns the unsubscribe function. */
  readonly subscribe = this.#listeners.add;

  /** Returns the changed cells of a row: the same object until they change; undefined if there are none. */
  getRow(table: string, rowKey: string): RowChanges | undefined {
    return this.#rows.size === 0 ? undefined : this.#rows.get(nameOf(table, rowKey));
  }

  /** Marks cells as changed for a moment. */
  mark(cells: readonly CellRef[]): void {
    if (cells.length === 0) return;
    this.#lastStamp += 1;
    const stamp = this.#lastStamp;
    const names = new Set<string>();
    for (const [table, rowKey, column] of cells) {
      const name = nameOf(table, rowKey);
      const changes = new Map(this.#rows.get(name));
      this.#rows.set(name, changes.set(anyColumn, stamp).set(column, stamp));
      names.add(name);
    }
    this.#listeners.notify();
    setTimeout(() => this.#remove([...names], stamp), markDuration);
  }

  #remove(names: readonly string[], stamp: number): void {
    for (const name of names) {
      const remaining = [...(this.#rows.get(name) ?? [])].filter(([, other]) => other !== stamp);
      if (remaining.length > 0) this.#rows.set(name, new Map(remaining));
      else this.#rows.delete(name);
    }
    this.#listeners.notify();
  }
}

function nameOf(table: string, rowKey: string): string {
  return `${table}\n${rowKey}`;
}
