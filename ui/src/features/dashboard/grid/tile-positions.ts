/** Returns the id of the tile under a point; undefined if there is none. Ignores the animations of tiles that move. */
export function findTileAt(grid: HTMLElement, x: number, y: number): string | undefined {
  const { left, top } = grid.getBoundingClientRect();
  for (const tile of grid.querySelectorAll<HTMLElement>('[data-tile]')) {
    const [dx, dy] = [x - left - tile.offsetLeft, y - top - tile.offsetTop];
    if (dx >= 0 && dx < tile.offsetWidth && dy >= 0 && dy < tile.offsetHeight) return tile.dataset.tile;
  }
  return undefined;
}
