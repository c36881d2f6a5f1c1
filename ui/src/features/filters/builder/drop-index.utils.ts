/** Returns the index at which an item dropped at height `y` is inserted into a vertical list: before the first item whose center is below. */
export function findDropIndex(boxes: readonly Pick<DOMRect, 'top' | 'height'>[], y: number): number {
  const below = boxes.findIndex(({ top, height }) => y < top + height / 2);
  return below < 0 ? boxes.length : below;
}

/** Returns the drop index among the children of a list element. */
export function findDropIndexInList(list: Element | null, y: number): number {
  return findDropIndex(
    [...(list?.children ?? [])].map((child) => child.getBoundingClientRect()),
    y,
  );
}
