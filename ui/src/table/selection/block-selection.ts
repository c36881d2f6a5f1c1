import { ExternalStore } from '@/lib/external-store';
import { type Block, type Bounds, boundsOf, type Cell, isSingleCell } from './block.utils';

export interface BlockState {
  /** Null while no cell is active. */
  block: Block | null;
  /** The last row that the dragged fill handle would fill; null while it rests. */
  fillEndRow: number | null;
}

/** The block of cells that is selected. Followed as an external store: no cell renders when it changes. */
export class BlockSelection extends ExternalStore<BlockState> {
  constructor() {
    super({ block: null, fillEndRow: null });
  }

  bounds = (): Bounds | undefined => {
    const { block } = this.snapshot();
    return block ? boundsOf(block) : undefined;
  };

  /** One cell, the active one, is the block. */
  start(anchor: Cell): void {
    this.#change({ anchor, head: anchor });
  }

  /** From the active cell to another. */
  extend(head: Cell): void {
    const { block } = this.snapshot();
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
    const { block } = this.snapshot();
    if (!block) return;
    const moved = ({ row, column }: Cell) => ({ row: row + by, column });
    this.#change({ anchor: moved(block.anchor), head: moved(block.head) });
  }

  /** Back to the active cell; false if it was alone already. */
  collapse(): boolean {
    const { block } = this.snapshot();
    if (!block || isSingleCell(block)) return false;
    this.start(block.anchor);
    return true;
  }

  clear(): void {
    if (this.snapshot().block) this.#change(null);
  }

  setFillEnd(fillTo: number | null): void {
    const { block, fillEndRow } = this.snapshot();
    if (fillTo !== fillEndRow) this.#change(block, fillTo);
  }

  #change(block: Block | null, fillEndRow: number | null = null): void {
    this.setSnapshot({ block, fillEndRow });
  }
}
