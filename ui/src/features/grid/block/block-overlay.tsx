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
import { type Bounds, boundsOf, isSingleCell } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { selectKey } from '../columns/grid-columns';
import styles from './block-overlay.module.css';

export interface BlockOverlayProps {
  grid: RefObject<DataGridHandle | null>;
  /** The columns as the grid has them, pinned ones first. */
  gridColumns: readonly GridColumn<GridRow>[];
  /** Whether the fill handle is offered at the corner. */
  canFill: boolean;
  onFillStart: (event: PointerEvent) => void;
  /** The handle was clicked twice. */
  onAutoFill: () => void;
}

/**
 * The block's tint and border: items of the grid's own layout, laid over its
 * cells. They scroll as part of it, and no cell renders when the block changes.
 */
export function BlockOverlay(props: BlockOverlayProps) {
  const { grid, gridColumns, canFill, onFillStart, onAutoFill } = props;
  const { block: store } = useTable();
  const { block, fillEndRow } = useSyncExternalStore(store.subscribe, store.state);
  const [element, setElement] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setElement(grid.current?.element ?? null), [grid]);
  if (!element || !block) return null;
  const bounds = boundsOf(block);
  const filled =
    fillEndRow === null
      ? []
      : splitIntoPieces({ ...bounds, top: bounds.bottom + 1, bottom: fillEndRow }, gridColumns);
  const corner = splitIntoPieces({ ...bounds, top: bounds.bottom, left: bounds.right }, gridColumns);
  return createPortal(
    <>
      {!isSingleCell(block) &&
        splitIntoPieces(bounds, gridColumns).map(({ key, style, ...sides }) => (
          <div key={key} aria-hidden className={styles.block} style={style} {...sides} />
        ))}
      {filled.map(({ key, style, ...sides }) => (
        <div key={key} aria-hidden className={styles.fill} style={style} {...sides} />
      ))}
      {canFill &&
        corner.map(({ key, style }) => (
          <div key={key} aria-hidden className={styles.corner} style={style}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: a handle for the mouse; Ctrl D is the keyboard's */}
            <div
              className={styles.handle}
              title="Drag to fill down; double click to fill as far as the column beside goes"
              onPointerDown={onFillStart}
              // The active cell keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onDoubleClick={onAutoFill}
            />
          </div>
        ))}
    </>,
    element,
  );
}

interface OverlayPiece {
  key: string;
  style: CSSProperties;
  /** Where the block goes on in the other piece, there is no border. */
  'data-open-start'?: true | undefined;
  'data-open-end'?: true | undefined;
}

/** The part of some cells that is pinned, and the part that scrolls below it. */
function splitIntoPieces(
  { top, bottom, left, right }: Bounds,
  gridded: BlockOverlayProps['gridColumns'],
): OverlayPiece[] {
  const offset = gridded[0]?.key === selectKey ? 1 : 0;
  const frozen = gridded.filter((column) => column.frozen).length;
  const [first, last] = [left + offset, right + offset];
  const gridRow = `${top + 2} / ${bottom + 3}`;
  const pieces: OverlayPiece[] = [];
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
