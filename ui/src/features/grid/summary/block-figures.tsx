import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { RowSource } from '@/data/paging/row-source';
import { blockFigures } from '@/data/values/summary/block-figures.utils';
import type { Column } from '@/lib/api.gen';
import { boundsOf, isSingleCell } from '@/table/selection/block.utils';
import { blockFiguresId } from '@/table/selection/block-figures-slot';
import { useTable } from '@/table/table-context';
import styles from './summary.module.css';

export interface BlockFiguresProps {
  source: RowSource;
  /** The columns as the block counts them. */
  columns: readonly Column[];
}

/** What the selected cells come to, in the status bar, as spreadsheets have it. */
export function BlockFigures({ source, columns }: BlockFiguresProps) {
  const { table, block: store } = useTable();
  const { block } = useSyncExternalStore(store.subscribe, store.snapshot);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById(blockFiguresId)), []);
  if (!place || !block || isSingleCell(block)) return null;
  const { top, bottom, left, right } = boundsOf(block);
  const figures = blockFigures(table, columns.slice(left, right + 1), function* () {
    for (let at = top; at <= bottom; at++) yield source.rowAt(at);
  });
  if (figures === undefined) return createPortal('Not all of them are loaded', place);
  return createPortal(
    figures.map(({ name, value }) => (
      <span key={name} className={styles.figure}>
        {name} <b>{value}</b>
      </span>
    )),
    place,
  );
}
