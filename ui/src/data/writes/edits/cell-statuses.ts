import type { Value } from '@/data/rows/row';
import type { OutboxEntry } from '../outbox/outbox-store';

/** How a cell's last edit fares. */
export interface CellStatus {
  /** `waiting`: to be sent; `stuck`: the database did not take it, and the person has to decide. */
  status: 'saving' | 'saved' | 'queued' | 'failed';
  /** What was entered; shown until the row itself has it. */
  value: Value;
  /** Differs from save to save. */
  stamp: number;
}

/** How the edits of cells fare, by the text of the row's key and the column. */
export class CellStatuses {
  readonly #live = new Map<string, CellStatus>();
  #entries: readonly OutboxEntry[] = [];
  #held: ReadonlyMap<string, CellStatus> = new Map();
  #byRow: ReadonlyMap<string, readonly OutboxEntry[]> = new Map();

  get(rowKey: string, column: string): CellStatus | undefined {
    const name = cellName(rowKey, column);
    return this.#live.get(name) ?? this.#held.get(name);
  }

  set(rowKey: string, column: string, state: CellStatus): void {
    this.#live.set(cellName(rowKey, column), state);
  }

  /** Drops a state, unless a later one took its place. Answers whether it was there. */
  drop(rowKey: string, column: string, stamp: number): boolean {
    const name = cellName(rowKey, column);
    return this.#live.get(name)?.stamp === stamp && this.#live.delete(name);
  }

  /** The edits of this table that wait. Answers whether they are others than before. */
  setQueued(entries: readonly OutboxEntry[]): boolean {
    const same =
      entries.length === this.#entries.length && entries.every((entry, i) => entry === this.#entries[i]);
    if (same) return false;
    this.#entries = entries;
    const byRow = new Map<string, OutboxEntry[]>();
    for (const entry of entries) {
      const ofRow = byRow.get(entry.rowKey);
      if (ofRow) ofRow.push(entry);
      else byRow.set(entry.rowKey, [entry]);
    }
    this.#byRow = byRow;
    this.#held = new Map(
      entries.flatMap((entry) =>
        Object.entries(entry.changes).map(([column, value]): [string, CellStatus] => [
          cellName(entry.rowKey, column),
          { status: entry.state === 'failed' ? 'failed' : 'queued', value, stamp: -entry.id },
        ]),
      ),
    );
    return true;
  }

  /** The edits of a row that wait. */
  queuedEditsOf(rowKey: string): readonly OutboxEntry[] {
    return this.#byRow.get(rowKey)?.filter(({ kind }) => kind === 'update') ?? [];
  }

  /** The delete of a row that waits. */
  queuedDeleteOf(rowKey: string): OutboxEntry | undefined {
    return this.#byRow.get(rowKey)?.find(({ kind }) => kind === 'delete');
  }

  get entries(): readonly OutboxEntry[] {
    return this.#entries;
  }
}

function cellName(rowKey: string, column: string): string {
  return `${rowKey}\n${column}`;
}
