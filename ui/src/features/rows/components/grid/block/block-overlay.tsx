import { type CSSProperties, type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { DataGridHandle, Column as GridColumn } from 'react-data-grid';
import { createPortal } from 'react-dom';
import { useTable } from '../../table-context';
import { selectKey } from '../grid-columns';
import type { GridRow } from '../grid-rows.utils';
import { type Bounds, boundsOf, isSingle } from './block.utils';
import styles from './block-overlay.module.css';

export interface BlockOverlayProps {
  grid: RefObject<DataGridHandle | null>;
  /** The columns as the grid has them, pinned ones first. */
  gridded: readonly GridColumn<GridRow>[];
}

/**
 * The block's tint and border: items of the grid's own layout, laid over its
 * cells. They scroll as part of it, and no cell renders when the block changes.
 */
export function BlockOverlay({ grid, gridded }: BlockOverlayProps) {
  const { block: store } = useTable();
  const { block } = useSyncExternalStore(store.subscribe, store.state);
  const [element, setElement] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setElement(grid.current?.element ?? null), [grid]);
  if (!element || !block || isSingle(block)) return null;
  return createPortal(
    piecesOf(boundsOf(block), gridded).map(({ key, style, ...sides }) => (
      <div key={key} aria-hidden className={styles.block} style={style} {...sides} />
    )),
    element,
  );
}

interface Piece {
  key: string;
  style: CSSProperties;
  /** Where the block goes on in the other piece, there is no border. */
  'data-open-start'?: true | undefined;
  'data-open-end'?: true | undefined;
}

/** The part of some cells that is pinned, and the part that scrolls below it. */
function piecesOf({ top, bottom, left, right }: Bounds, gridded: BlockOverlayProps['gridded']): Piece[] {
  const offset = gridded[0]?.key === selectKey ? 1 : 0;
  const frozen = gridded.filter((column) => column.frozen).length;
  const [first, last] = [left + offset, right + offset];
  const gridRow = `${top + 2} / ${bottom + 3}`;
  const pieces: Piece[] = [];
  if (first < frozen) {
    const end = Math.min(last, frozen - 1);
    pieces.push({
      key: 'pinned',
      style: {
        gridRow,
        gridColumn: `${first + 1} / ${end + 2}`,
        position: 'sticky',
        insetInlineStart: `var(--rdg-frozen-start-${first})`,
        zIndex: 1,
      },
      'data-open-end': last > end || undefined,
    });
  }
  if (last >= frozen) {
    const start = Math.max(first, frozen);
    pieces.push({
      key: 'scrolling',
      style: { gridRow, gridColumn: `${start + 1} / ${last + 2}` },
      'data-open-start': start > first || undefined,
    });
  }
  return pieces;
}
