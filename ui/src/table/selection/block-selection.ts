import { ExternalStore } from '@/lib/external-store';
import { type Block, type Bounds, type Cell, getBounds, isSingleCell } from './block.utils';

export interface BlockState {
  /** Null while no cell is active. */
  block: Block | null;
  /** The last row that the dragged fill handle would fill; null while it is not dragged. */
  fillEndRow: number | null;
}

/** The selected block of cells, as an external store, so that no cell renders when it changes. */
export class BlockSelection extends ExternalStore<BlockState> {
  constructor() {
    super({ block: null, fillEndRow: null });
  }

  /** Returns the bounds of the selected block; undefined without a selection. */
  bounds = (): Bounds | undefined => {
    const { block } = this.snapshot();
    return block ? getBounds(block) : undefined;
  };

  /** Selects a single cell, the active cell. */
  start(anchor: Cell): void {
    this.#change({ anchor, head: anchor });
  }

  /** Changes the end of the block to a cell; its start, the anchor, remains. Starts a block at the cell if there is none. */
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

  /** Moves the block by a number of rows, after rows were inserted or removed above it. */
  shiftRows(by: number): void {
    const { block } = this.snapshot();
    if (!block) return;
    const shiftCell = ({ row, column }: Cell) => ({ row: row + by, column });
    this.#change({ anchor: shiftCell(block.anchor), head: shiftCell(block.head) });
  }

  /**
   * Reduces the block to its anchor, the active cell. Returns false if the block is a single cell, or if there is none.
   */
  collapse(): boolean {
    const { block } = this.snapshot();
    if (!block || isSingleCell(block)) return false;
    this.start(block.anchor);
    return true;
  }

  clear(): void {
    if (this.snapshot().block) this.#change(null);
  }

  /** Sets the row up to which a fill is previewed; null for no preview. */
  setFillEnd(row: number | null): void {
    const { block, fillEndRow } = this.snapshot();
    if (row !== fillEndRow) this.#change(block, row);
  }

  #change(block: Block | null, fillEndRow: number | null = null): void {
    this.setSnapshot({ block, fillEndRow });
  }
}
