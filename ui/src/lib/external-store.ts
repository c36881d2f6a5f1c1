/** A set of listeners. This module is imported before React: keep it small. */
export class Listeners<Args extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>();

  /** Adds a listener. Returns the function that removes it. */
  readonly add = (listener: (...args: Args) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Calls all listeners. */
  notify(...args: Args): void {
    for (const listener of this.#listeners) listener(...args);
  }
}

/**
 * Base class of objects to which components subscribe with `useSyncExternalStore(store.subscribe, store.snapshot)`. A
 * snapshot is never modified: a change replaces it.
 */
export class ExternalStore<Snapshot> {
  readonly #listeners = new Listeners();
  #snapshot: Snapshot;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** Calls the listener after each change. Returns the unsubscribe function. */
  readonly subscribe = this.#listeners.add;

  /** Returns the current snapshot: the same object until the next change. */
  readonly snapshot = (): Snapshot => this.#snapshot;

  /** Replaces the snapshot and calls every listener. */
  protected setSnapshot(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    this.#listeners.notify();
  }
}
