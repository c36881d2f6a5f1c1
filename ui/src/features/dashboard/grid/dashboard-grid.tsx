import { useId, useRef } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import { useSchema } from '@/lib/auth/session';
import { DragOverlay } from '@/table/drag/drag-overlay';
import { dashboardMessages } from '../dashboard-messages';
import { describeTile } from '../tiles/describe-tile';
import { TileFrame } from '../tiles/tile-frame';
import type { DashboardTiles } from '../use-dashboard-tiles';
import styles from './dashboard-grid.module.css';
import { TileMenu } from './tile-menu';
import { useTileOrder } from './use-tile-order';

const messages = dashboardMessages.page;

/** The tiles of a dashboard. Its owner can move them. */
export function DashboardGrid({ editor }: { editor: DashboardTiles }) {
  const schema = useSchema();
  const grid = useRef<HTMLUListElement>(null);
  const hintId = useId();
  const { dashboard, tiles } = editor;
  const order = useTileOrder({
    ...{ grid, tiles, onChange: editor.save },
    getTitle: (tile) => describeTile(schema, tile),
  });
  const { dragged, shownTiles } = order;
  const draggedTile = shownTiles.find(({ id }) => id === dragged?.id);
  const canMove = dashboard.isOwn && tiles.length > 1;
  return (
    <>
      <ul ref={grid} className={styles.grid} aria-label={messages.tiles}>
        {shownTiles.map((tile, index) => (
          <TileFrame
            key={tile.id}
            tile={tile}
            isDragged={tile.id === dragged?.id}
            move={
              canMove
                ? {
                    hintId,
                    onPointerDown: (event) => order.onPointerDown(event, tile),
                    onKeyDown: (event) => order.onKeyDown(event, tile),
                  }
                : undefined
            }
            menu={
              <TileMenu
                {...{ editor, tile }}
                onMoveEarlier={canMove && index > 0 ? () => order.moveBy(tile, -1) : undefined}
                onMoveLater={
                  canMove && index < shownTiles.length - 1 ? () => order.moveBy(tile, 1) : undefined
                }
              />
            }
          />
        ))}
      </ul>
      <VisuallyHidden id={hintId}>{messages.moveHint}</VisuallyHidden>
      <VisuallyHidden role="status">{order.announcement}</VisuallyHidden>
      {dragged && draggedTile && (
        <DragOverlay x={order.x} y={order.y} width={dragged.box.width}>
          <div className={styles.overlay}>{describeTile(schema, draggedTile)}</div>
        </DragOverlay>
      )}
    </>
  );
}
