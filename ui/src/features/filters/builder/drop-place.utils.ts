/** Where among things that stand one below the other a height is: before the first whose middle is further down. */
export function placeAt(things: readonly Pick<DOMRect, 'top' | 'height'>[], y: number): number {
  const below = things.findIndex(({ top, height }) => y < top + height / 2);
  return below < 0 ? things.length : below;
}

/** The same among the children of a list. */
export function placeAmong(list: Element | null, y: number): number {
  return placeAt(
    [...(list?.children ?? [])].map((child) => child.getBoundingClientRect()),
    y,
  );
}
