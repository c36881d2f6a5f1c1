/**
 * Returns the index at which an item that is dropped at the vertical position `y` is inserted: before the first box
 * whose center is below `y`.
 */
export function findDropIndex(boxes: readonly Pick<DOMRect, 'top' | 'height'>[], y: number): number {
  const index = boxes.findIndex(({ top, height }) => y < top + height / 2);
  return index < 0 ? boxes.length : index;
}

/** Returns the index at which an item that is dropped at the vertical position `y` is inserted in a list element. */
export function findDropIndexInList(list: Element | null, y: number): number {
  return findDropIndex(
    [...(list?.children ?? [])].map((child) => child.getBoundingClientRect()),
    y,
  );
}
