import type { Row } from '@/data/rows/row';

/** Orders the writes of each row, so that each write is guarded by the row that the previous one left. */
export class RowQueues {
  /** The result of the last write, by the row's key. */
  readonly #lastWrites = new Map<string, Promise<Row | undefined>>();

  /** Resolves with the rows that the previous writes left; undefined for a row without a previous write, or if it failed. */
  waitForPrevious(keys: readonly string[]): Promise<(Row | undefined)[]> {
    return Promise.all(keys.map((key) => this.#lastWrites.get(key)));
  }

  /** Adds a write, for which later writes of the row wait. Ignores inserts, whose key is ''. */
  add(key: string, row: Promise<Row | undefined>): void {
    const result = row.catch(() => undefined);
    if (key === '') return;
    this.#lastWrites.set(key, result);
    void result.then(() => this.#lastWrites.get(key) === result && this.#lastWrites.delete(key));
  }
}
