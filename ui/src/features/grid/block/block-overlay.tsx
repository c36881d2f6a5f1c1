import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { DataGridHandle, Column as GridColumn } from 'react-data-grid';
import { createPortal } from 'react-dom';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import { type Bounds, boundsOf, isSingle } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { selectKey } from '../columns/grid-columns';
import styles from './block-overlay.module.css';

export interface BlockOverlayProps {
  grid: RefObject<DataGridHandle | null>;
  /** The columns as the grid has them, pinned ones first. */
  gridded: readonly GridColumn<GridRow>[];
  /** Whether the fill handle is offered at the corner. */
  fillable: boolean;
  onFillStart: (event: PointerEvent) => void;
  /** The handle was clicked twice. */
  onFillBeside: () => void;
}

/**
 * The block's tint and border: items of the grid's own layout, laid over its
 * cells. They scroll as part of it, and no cell renders when the block changes.
 */
export function BlockOverlay(props: BlockOverlayProps) {
  const { grid, gridded, fillable, onFillStart, onFillBeside } = props;
  const { block: store } = useTable();
  const { block, fillTo } = useSyncExternalStore(store.subscribe, store.state);
  const [element, setElement] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setElement(grid.current?.element ?? null), [grid]);
  if (!element || !block) return null;
  const bounds = boundsOf(block);
  const filled =
    fillTo === null ? [] : piecesOf({ ...bounds, top: bounds.bottom + 1, bottom: fillTo }, gridded);
  const corner = piecesOf({ ...bounds, top: bounds.bottom, left: bounds.right }, gridded);
  return createPortal(
    <>
      {!isSingle(block) &&
        piecesOf(bounds, gridded).map(({ key, style, ...sides }) => (
          <div key={key} aria-hidden className={styles.block} style={style} {...sides} />
        ))}
      {filled.map(({ key, style, ...sides }) => (
        <div key={key} aria-hidden className={styles.fill} style={style} {...sides} />
      ))}
      {fillable &&
        corner.map(({ key, style }) => (
          <div key={key} aria-hidden className={styles.corner} style={style}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: a handle for the mouse; Ctrl D is the keyboard's */}
            <div
              className={styles.handle}
              title="Drag to fill down; double click to fill as far as the column beside goes"
              onPointerDown={onFillStart}
              // The active cell keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onDoubleClick={onFillBeside}
            />
          </div>
        ))}
    </>,
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
