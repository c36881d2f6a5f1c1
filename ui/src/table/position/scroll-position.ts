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

  constructor() {
    super({ first: 0, rows: 0, scrolling: false });
  }

  /** Stores the position. Call it on each scroll event and when the size changes. */
  update(first: number, rows: number): void {
    const last = this.snapshot();
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
