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
import { type Bounds, getBounds, isSingleCell } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { selectKey } from '../columns/grid-columns';
import { gridMessages as messages } from '../grid-messages';
import styles from './block-overlay.module.css';

export interface BlockOverlayProps {
  grid: RefObject<DataGridHandle | null>;
  /** The columns in the grid's order: the column of check boxes, pinned columns, other columns. */
  gridColumns: readonly GridColumn<GridRow>[];
  /** Whether to show the fill handle at the block's corner. */
  canFill: boolean;
  onFillStart: (event: PointerEvent) => void;
  /** Called on a double click on the handle. */
  onAutoFill: () => void;
}

/**
 * Draws the selected block, the preview of a fill, and the fill handle. The elements are in the CSS grid of the data
 * grid, above its cells, so that they scroll with the cells and no cell renders when the block changes.
 */
export function BlockOverlay(props: BlockOverlayProps) {
  const { grid, gridColumns, canFill, onFillStart, onAutoFill } = props;
  const { block: store } = useTable();
  const { block, fillEndRow } = useSyncExternalStore(store.subscribe, store.snapshot);
  const [element, setElement] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setElement(grid.current?.element ?? null), [grid]);
  if (!element || !block) return null;
  const bounds = getBounds(block);
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
            {/* biome-ignore lint/a11y/noStaticElementInteractions: a handle for the mouse; the keyboard has Ctrl+D */}
            <div
              className={styles.handle}
              title={messages.block.fillHandle}
              onPointerDown={onFillStart}
              // Leaves the focus on the active cell.
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
  /** No border on the side on which the block continues in the other piece. */
  'data-open-start'?: true | undefined;
  'data-open-end'?: true | undefined;
}

/** Splits a rectangle of cells into its part in pinned columns and its part in columns that scroll below them. */
function splitIntoPieces(
  { top, bottom, left, right }: Bounds,
  gridColumns: BlockOverlayProps['gridColumns'],
): OverlayPiece[] {
  const offset = gridColumns[0]?.key === selectKey ? 1 : 0;
  const frozen = gridColumns.filter((column) => column.frozen).length;
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
