import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { RowSource } from '@/data/paging/row-source';
import { computeBlockFigures } from '@/data/values/summary/block-figures.utils';
import type { Column } from '@/lib/api.gen';
import { getBounds, isSingleCell } from '@/table/selection/block.utils';
import { blockFiguresId } from '@/table/selection/block-figures-slot';
import { useTable } from '@/table/table-context';
import { gridMessages as messages } from '../grid-messages';
import styles from './summary.module.css';

export interface BlockFiguresProps {
  source: RowSource;
  /** The columns in the order of the block's column indexes. */
  columns: readonly Column[];
}

/** Shows count, sum and other figures of the selected cells in the status bar, like spreadsheets do. */
export function BlockFigures({ source, columns }: BlockFiguresProps) {
  const { table, block: store } = useTable();
  const { block } = useSyncExternalStore(store.subscribe, store.snapshot);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setSlot(document.getElementById(blockFiguresId)), []);
  if (!slot || !block || isSingleCell(block)) return null;
  const { top, bottom, left, right } = getBounds(block);
  const figures = computeBlockFigures(table, columns.slice(left, right + 1), function* () {
    for (let index = top; index <= bottom; index++) yield source.rowAt(index);
  });
  if (figures === undefined) return createPortal(messages.block.figuresUnavailable, slot);
  return createPortal(
    figures.map(({ name, value }) => (
      <span key={name} className={styles.figure}>
        {name} <b>{value}</b>
      </span>
    )),
    slot,
  );
}
