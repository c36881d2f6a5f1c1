/** How long after the last scroll it counts as over, in milliseconds. */
const scrollEndDelay = 1200;

export interface ScrollState {
  /** The place in the table of the first row in view. */
  first: number;
  /** Rows that fit into view. */
  rows: number;
  scrolling: boolean;
}

/** Where in the table the grid has scrolled to. Followed as an external store: nothing else renders on each frame. */
export class ScrollPosition {
  #state: ScrollState = { first: 0, rows: 0, scrolling: false };
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): ScrollState => this.#state;

  /** Told on each scroll, and when the size changes. */
  update(first: number, rows: number): void {
    const moved = first !== this.#state.first;
    if (!moved && rows === this.#state.rows) return;
    this.#change({ first, rows, scrolling: moved || this.#state.scrolling });
    if (!moved) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#change({ ...this.#state, scrolling: false }), scrollEndDelay);
  }

  #change(state: ScrollState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
