import type { Row, Value } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { formatRowKey } from '../batches/row-write';
import type { OutboxEntry } from '../outbox/outbox-store';
import { applyQueuedEdits } from '../outbox/queue/queue-order';

/** Save status of a cell. `queued`: it will be sent; `failed`: the database rejected it, and the user must decide. */
export type SaveStatus = 'saving' | 'saved' | 'queued' | 'failed';

/** Save status of a row as a whole: of its queued or rejected edits, or of its delete. */
export type RowSaveStatus = 'queued' | 'failed' | 'pendingDelete' | 'failedDelete';

/** The last edit of a cell. */
export interface CellStatus {
  status: SaveStatus;
  /** The entered value, which the cell shows until the row contains it. */
  value: Value;
  /** Differs from save to save. */
  stamp: number;
}

/** The statuses of a row's edits that a grid shows. */
export interface RowStatuses {
  /** The last edits of cells, by column. */
  cells: ReadonlyMap<string, CellStatus>;
  /** The delete of the row that is queued or was rejected. */
  deletion: OutboxEntry | undefined;
}

/** Statuses by column, by the text of the row's key. */
type StatusesByRow = ReadonlyMap<string, ReadonlyMap<string, CellStatus>>;

/** The save statuses of the cells and rows of one table, by the text of the row's key. */
export class CellStatuses {
  /** The cells that are being saved, or were saved shortly before. */
  readonly #current = new Map<string, Map<string, CellStatus>>();
  #entries: readonly OutboxEntry[] = [];
  /** The cells with queued or failed edits. */
  #queued: StatusesByRow = new Map();
  #entriesByRow: ReadonlyMap<string, readonly OutboxEntry[]> = new Map();
  /** The results of `ofRow` until the row's statuses change. */
  readonly #rowStatuses = new Map<string, RowStatuses>();
  #rowsWithQueuedEdits = new WeakMap<Row, Row>();

  /** Returns the outbox entries of the table: the same array until they change. */
  get entries(): readonly OutboxEntry[] {
    return this.#entries;
  }

  /** Returns the status of a cell: of the latest write, or of a queued edit; undefined if it has none. */
  get(rowKey: string, column: string): CellStatus | undefined {
    return this.#current.get(rowKey)?.get(column) ?? this.#queued.get(rowKey)?.get(column);
  }

  /** Returns the statuses of a row: the same object until one of them changes; undefined if there are none. */
  ofRow(rowKey: string): RowStatuses | undefined {
    const current = this.#current.get(rowKey);
    if (!current && !this.#entriesByRow.has(rowKey)) return undefined;
    let statuses = this.#rowStatuses.get(rowKey);
    if (!statuses) {
      const cells = new Map([...(this.#queued.get(rowKey) ?? []), ...(current ?? [])]);
      statuses = { cells, deletion: this.queuedDeleteOf(rowKey) };
      this.#rowStatuses.set(rowKey, statuses);
    }
    return statuses;
  }

  /** Sets the status of a cell that is being saved or was saved. The caller reports the change. */
  set(rowKey: string, column: string, status: CellStatus): void {
    const ofRow = this.#current.get(rowKey) ?? new Map<string, CellStatus>();
    this.#current.set(rowKey, ofRow.set(column, status));
    this.#rowStatuses.delete(rowKey);
  }

  /** Removes a status, unless a later one replaced it. Returns whether it was removed. */
  drop(rowKey: string, column: string, stamp: number): boolean {
    const ofRow = this.#current.get(rowKey);
    if (!ofRow || ofRow.get(column)?.stamp !== stamp) return false;
    ofRow.delete(column);
    if (ofRow.size === 0) this.#current.delete(rowKey);
    this.#rowStatuses.delete(rowKey);
    return true;
  }

  /** Replaces the outbox entries of the table. Returns whether they differ from the previous entries. */
  setQueued(entries: readonly OutboxEntry[]): boolean {
    const isSame =
      entries.length === this.#entries.length && entries.every((entry, i) => entry === this.#entries[i]);
    if (isSame) return false;
    const byRow = new Map<string, OutboxEntry[]>();
    for (const entry of entries) {
      const ofRow = byRow.get(entry.rowKey);
      if (ofRow) ofRow.push(entry);
      else byRow.set(entry.rowKey, [entry]);
    }
    this.#entries = entries;
    this.#entriesByRow = byRow;
    this.#rowsWithQueuedEdits = new WeakMap();
    this.#queued = new Map(
      [...byRow].map(([rowKey, ofRow]) => [rowKey, new Map(ofRow.flatMap(toCellStatuses))]),
    );
    this.#rowStatuses.clear();
    return true;
  }

  /** Returns the delete of a row that is queued or was rejected. */
  queuedDeleteOf(rowKey: string): OutboxEntry | undefined {
    return this.#entriesByRow.get(rowKey)?.find(({ kind }) => kind === 'delete');
  }

  /** Returns the save status of a row; undefined if nothing of it is queued or rejected. */
  rowStatus(rowKey: string): RowSaveStatus | undefined {
    const queuedDelete = this.queuedDeleteOf(rowKey);
    if (queuedDelete) return queuedDelete.state === 'failed' ? 'failedDelete' : 'pendingDelete';
    const edits = this.#queuedEditsOf(rowKey);
    if (edits.length === 0) return undefined;
    return edits.some(({ state }) => state === 'failed') ? 'failed' : 'queued';
  }

  /** Returns a row with the values of its queued edits: the same object until one of them changes. */
  applyQueuedEdits(table: Table, row: Row): Row {
    let edited = this.#rowsWithQueuedEdits.get(row);
    if (!edited) {
      const edits = this.#queuedEditsOf(formatRowKey(table, row));
      edited = edits.length > 0 ? applyQueuedEdits(table, row, edits) : row;
      this.#rowsWithQueuedEdits.set(row, edited);
    }
    return edited;
  }

  #queuedEditsOf(rowKey: string): readonly OutboxEntry[] {
    return this.#entriesByRow.get(rowKey)?.filter(({ kind }) => kind === 'update') ?? [];
  }
}

function toCellStatuses({ id, changes, state }: OutboxEntry): [column: string, CellStatus][] {
  const status = state === 'failed' ? 'failed' : 'queued';
  return Object.entries(changes).map(([column, value]) => [column, { status, value, stamp: -id }]);
}
