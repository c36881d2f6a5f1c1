import { type Block, type Bounds, boundsOf, type Cell, isSingleCell } from './block.utils';

export interface BlockState {
  /** Null while no cell is active. */
  block: Block | null;
  /** The last row that the dragged fill handle would fill; null while it rests. */
  fillEndRow: number | null;
}

/** The block of cells that is selected. Followed as an external store: no cell renders when it changes. */
export class BlockSelection {
  #state: BlockState = { block: null, fillEndRow: null };
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): BlockState => this.#state;

  bounds = (): Bounds | undefined => (this.#state.block ? boundsOf(this.#state.block) : undefined);

  /** One cell, the active one, is the block. */
  start(anchor: Cell): void {
    this.#change({ anchor, head: anchor });
  }

  /** From the active cell to another. */
  extend(head: Cell): void {
    const { block } = this.#state;
    if (!block) this.start(head);
    else if (head.row !== block.head.row || head.column !== block.head.column) {
      this.#change({ anchor: block.anchor, head });
    }
  }

  select(block: Block): void {
    this.#change(block);
  }

  /** The same rows, which have other indexes now. */
  shift(by: number): void {
    const { block } = this.#state;
    if (!block) return;
    const moved = ({ row, column }: Cell) => ({ row: row + by, column });
    this.#change({ anchor: moved(block.anchor), head: moved(block.head) });
  }

  /** Back to the active cell; false if it was alone already. */
  collapse(): boolean {
    const { block } = this.#state;
    if (!block || isSingleCell(block)) return false;
    this.start(block.anchor);
    return true;
  }

  clear(): void {
    if (this.#state.block) this.#change(null);
  }

  setFillEnd(fillTo: number | null): void {
    if (fillTo !== this.#state.fillEndRow) this.#change(this.#state.block, fillTo);
  }

  #change(block: Block | null, fillEndRow: number | null = null): void {
    this.#state = { block, fillEndRow };
    for (const listener of this.#listeners) listener();
  }
}
