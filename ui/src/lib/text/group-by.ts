/** Returns the items in groups of the same text, each in the order of the items. */
export function groupBy<T>(items: readonly T[], textOf: (item: T, index: number) => string): T[][] {
  const groups = new Map<string, T[]>();
  items.forEach((item, index) => {
    const text = textOf(item, index);
    const group = groups.get(text);
    if (group) group.push(item);
    else groups.set(text, [item]);
  });
  return [...groups.values()];
}
