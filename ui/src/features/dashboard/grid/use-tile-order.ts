import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { moveTile, type Tile } from '@/data/dashboards/tile';
import { computeVerticalEdgeSpeed } from '@/table/drag/edge-scroll';
import { type DragState, useDragState } from '@/table/drag/use-drag-state';
import { usePointerDrag } from '@/table/drag/use-pointer-drag';
import { dashboardMessages } from '../dashboard-messages';
import { findTileAt } from './tile-positions';

const messages = dashboardMessages.page;

interface TileDrag extends DragState {
  id: string;
  /** The tiles in the order that a drop would save. */
  tiles: readonly Tile[];
  /** The tile that was under the pointer last. A tile moves once each time that the pointer enters it. */
  overId: string | undefined;
}

/** The distances of the arrow keys in the order of the tiles. */
const keyDistances: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

export interface TileOrderOptions {
  grid: RefObject<HTMLElement | null>;
  tiles: readonly Tile[];
  getTitle: (tile: Tile) => string;
  onChange: (tiles: readonly Tile[]) => void;
}

/** Moves the tiles of a dashboard by drag, and by the arrow keys on the handle of a tile. */
export function useTileOrder({ grid, tiles, getTitle, onChange }: TileOrderOptions) {
  const drag = usePointerDrag();
  const state = useDragState<TileDrag>();
  const { dragged, draggedRef, setDragged, updateDrag } = state;
  const [announcement, setAnnouncement] = useState('');
  const focusAfterMove = useFocusAfterMove(grid);

  const save = (tile: Tile, next: readonly Tile[]) => {
    const position = next.findIndex(({ id }) => id === tile.id) + 1;
    setAnnouncement(messages.moved(getTitle(tile), position, next.length));
    onChange(next);
  };
  const follow = (x: number, y: number) => {
    const current = draggedRef.current;
    if (!current || !grid.current) return;
    const scroller = grid.current.closest('[data-scroller]');
    if (scroller) scroller.scrollTop += computeVerticalEdgeSpeed(scroller, y);
    const overId = findTileAt(grid.current, x, y);
    if (overId === current.overId) return;
    const index = current.tiles.findIndex(({ id }) => id === overId);
    const isOther = overId !== current.id && index >= 0;
    updateDrag({ overId, ...(isOther ? { tiles: moveTile(current.tiles, current.id, index) } : {}) });
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>, tile: Tile) => {
    if ((event.target as Element).closest('[data-tile-menu]')) return;
    const element = event.currentTarget.closest('[data-tile]');
    drag(event, {
      onStart: (box) =>
        state.pickUp({
          ...{ inputDevice: 'pointer', id: tile.id, tiles, overId: tile.id },
          box: element?.getBoundingClientRect() ?? box,
        }),
      onMove: (_x, _y, dx, dy) => state.moveOverlay(dx, dy),
      onFrame: follow,
      onDrop: (x, y) => {
        follow(x, y);
        const next = draggedRef.current?.tiles ?? tiles;
        setDragged(null);
        if (next !== tiles) save(tile, next);
      },
      onCancel: () => setDragged(null),
    });
  };
  const moveBy = (tile: Tile, distance: number) => {
    const next = moveTile(tiles, tile.id, tiles.indexOf(tile) + distance);
    if (next !== tiles) save(tile, next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, tile: Tile) => {
    const distance = keyDistances[event.key];
    if (distance === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    focusAfterMove(tile.id);
    moveBy(tile, distance);
  };
  return {
    shownTiles: dragged?.tiles ?? tiles,
    dragged,
    ...{ x: state.x, y: state.y, announcement, onPointerDown, onKeyDown, moveBy },
  };
}

/** Returns the function that focuses the handle of a tile again after the next render: a moved element loses the focus. */
function useFocusAfterMove(grid: RefObject<HTMLElement | null>) {
  const movedId = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (movedId.current === undefined) return;
    grid.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(movedId.current)}"]`)?.focus();
    movedId.current = undefined;
  });
  return (id: string) => {
    movedId.current = id;
  };
}
