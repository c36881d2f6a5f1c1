/** Where among things that stand one below the other a height is: before the first whose middle is further down. */
export function findDropIndex(things: readonly Pick<DOMRect, 'top' | 'height'>[], y: number): number {
  const below = things.findIndex(({ top, height }) => y < top + height / 2);
  return below < 0 ? things.length : below;
}

/** The same among the children of a list. */
export function findDropIndexInList(list: Element | null, y: number): number {
  return findDropIndex(
    [...(list?.children ?? [])].map((child) => child.getBoundingClientRect()),
    y,
  );
}
