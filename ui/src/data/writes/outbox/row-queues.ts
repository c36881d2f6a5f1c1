import type { Row } from '@/data/rows/row';

/** Writes of one row wait for each other, so that the guard of each is what the one before left. */
export class RowQueues {
  readonly #last = new Map<string, Promise<Row | undefined>>();

  /** The rows as the writes before left them, by their keys' texts; undefined where there was none, or it failed. */
  waitForPrevious(keys: readonly string[]): Promise<(Row | undefined)[]> {
    return Promise.all(keys.map((key) => this.#last.get(key)));
  }

  /** What comes next waits until this write has left the row. New rows, without a key, wait for nobody. */
  add(key: string, row: Promise<Row | undefined>): void {
    const left = row.catch(() => undefined);
    if (key === '') return;
    this.#last.set(key, left);
    void left.then(() => this.#last.get(key) === left && this.#last.delete(key));
  }
}
