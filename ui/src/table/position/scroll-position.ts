import { ExternalStore } from '@/lib/external-store';

/** The time after the last scroll event after which scrolling has ended, in milliseconds. */
const scrollEndDelay = 1200;

export interface ScrollState {
  /** The index in the table of the first visible row. */
  first: number;
  /** The number of rows that fit into the visible part. */
  rows: number;
  scrolling: boolean;
}

/** The scroll position in the table, as an external store, so that only its subscribers render while the user scrolls. */
export class ScrollPosition extends ExternalStore<ScrollState> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: Pick<ScrollState, 'first' | 'rows'> | undefined;

  /** Whether the position is published in the next frame instead of at once. */
  readonly #isDeferred: boolean;

  constructor({ isDeferred = false } = {}) {
    super({ first: 0, rows: 0, scrolling: false });
    this.#isDeferred = isDeferred;
  }

  /** Returns the position of the last call of `update`, also before it is published. */
  latest(): Pick<ScrollState, 'first' | 'rows'> {
    return this.#next ?? this.snapshot();
  }

  /** Stores the position. Call it on each scroll event and when the size changes. */
  update(first: number, rows: number): void {
    const isScheduled = this.#next !== undefined;
    this.#next = { first, rows };
    if (!this.#isDeferred) this.#publish();
    else if (!isScheduled) requestAnimationFrame(() => this.#publish());
  }

  #publish(): void {
    const last = this.snapshot();
    const { first, rows } = this.latest();
    this.#next = undefined;
    const hasMoved = first !== last.first;
    if (!hasMoved && rows === last.rows) return;
    this.setSnapshot({ first, rows, scrolling: hasMoved || last.scrolling });
    if (!hasMoved) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.setSnapshot({ ...this.snapshot(), scrolling: false }),
      scrollEndDelay,
    );
  }
}
