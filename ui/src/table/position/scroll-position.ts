import { ExternalStore } from '@/lib/external-store';

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
export class ScrollPosition extends ExternalStore<ScrollState> {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super({ first: 0, rows: 0, scrolling: false });
  }

  /** Told on each scroll, and when the size changes. */
  update(first: number, rows: number): void {
    const last = this.snapshot();
    const moved = first !== last.first;
    if (!moved && rows === last.rows) return;
    this.setSnapshot({ first, rows, scrolling: moved || last.scrolling });
    if (!moved) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.setSnapshot({ ...this.snapshot(), scrolling: false }),
      scrollEndDelay,
    );
  }
}
