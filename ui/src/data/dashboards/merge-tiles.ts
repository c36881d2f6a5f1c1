import type { Tile } from './tile';

/**
 * Returns the stored tiles with the changes that were made to `base`: tiles that were added, removed, moved or changed in
 * `edited`. Used if the dashboard was saved elsewhere since `base` was read. A tile that was changed in both has the
 * values of `edited`; one that was removed in either is removed. Moves of both are retained; if they contradict each
 * other, those of `edited`.
 */
export function mergeTiles(
  base: readonly Tile[],
  edited: readonly Tile[],
  stored: readonly Tile[],
): readonly Tile[] {
  const changed = stored.flatMap((tile) => {
    const before = findTile(base, tile.id);
    const after = findTile(edited, tile.id);
    if (!before) return [tile];
    return after ? [isSameTile(before, after) ? tile : after] : [];
  });
  const added = edited.filter(({ id }) => !findTile(base, id) && !findTile(changed, id));
  const order = mergeOrders(listIds(base), listIds(edited), listIds(changed), new Set(listIds(added)));
  return order.flatMap((id) => findTile(changed, id) ?? findTile(added, id) ?? []);
}

const findTile = (tiles: readonly Tile[], id: string) => tiles.find((tile) => tile.id === id);
const isSameTile = (a: Tile, b: Tile) => JSON.stringify(a) === JSON.stringify(b);
const listIds = (tiles: readonly Tile[]) => tiles.map(({ id }) => id);

/**
 * Returns the order of `stored` with the moves that were made to `base` in `edited`, and with the ids that were added in
 * `edited`: at the end, or at their position before a moved id.
 */
function mergeOrders(
  base: readonly string[],
  edited: readonly string[],
  stored: readonly string[],
  added: ReadonlySet<string>,
): readonly string[] {
  const common = base.filter((id) => edited.includes(id) && stored.includes(id));
  const isCommon = new Set(common);
  const after = edited.filter((id) => isCommon.has(id));
  const movedElsewhere = new Set(
    common.filter((a) => common.some((b) => isBefore(base, a, b) !== isBefore(stored, a, b))),
  );
  const fixed = findUnmovedIds(base, after, movedElsewhere);
  const lastCommon = edited.findLastIndex((id) => isCommon.has(id));
  const isAppended = (id: string) => added.has(id) && edited.indexOf(id) > lastCommon;
  const inserted = edited.filter((id) =>
    added.has(id) ? !isAppended(id) : isCommon.has(id) && !fixed.has(id),
  );
  /** Returns how important it is that `a` is before `b`: a move is more important than an order without moves. */
  const weigh = (a: string, b: string): number => {
    if (!edited.includes(a) || !edited.includes(b)) return 0;
    const [mine, original] = [isBefore(edited, a, b), isBefore(base, a, b)];
    if (added.has(a) || added.has(b) || mine !== original) return mine ? moveWeight : -moveWeight;
    const theirs = isBefore(stored, a, b);
    return (theirs === original ? 1 : moveWeight) * (theirs ? 1 : -1);
  };
  const start = stored.filter((id) => !inserted.includes(id));
  return [
    ...inserted.reduce((order, id) => insertAtBestPosition(order, id, weigh), start),
    ...edited.filter(isAppended),
  ];
}

/** More than all orders without moves of a dashboard together. */
const moveWeight = 1000;

const isBefore = (order: readonly string[], a: string, b: string) => order.indexOf(a) < order.indexOf(b);

/** Inserts an id where its order relative to the others agrees most with `weigh`; at the first such position. */
function insertAtBestPosition(
  order: readonly string[],
  id: string,
  weigh: (a: string, b: string) => number,
): string[] {
  // Behind each further element, its order is reversed.
  let weight = 0;
  let best = { index: 0, weight };
  order.forEach((other, i) => {
    weight += weigh(other, id);
    if (weight > best.weight) best = { index: i + 1, weight };
  });
  return order.toSpliced(best.index, 0, id);
}

/**
 * Returns the ids that were not moved: the most ids that have the same order in both lists. Of several possibilities, the
 * one with the most `preferred` ids.
 */
function findUnmovedIds(
  before: readonly string[],
  after: readonly string[],
  preferred: ReadonlySet<string>,
): ReadonlySet<string> {
  const chains: { ids: readonly string[]; weight: number }[] = [];
  for (const id of after) {
    const previous = chains.filter(({ ids }) => isBefore(before, ids.at(-1) ?? '', id));
    const longest = previous.reduce((a, b) => (b.weight > a.weight ? b : a), { ids: [], weight: 0 });
    const weight = longest.weight + moveWeight + (preferred.has(id) ? 1 : 0);
    chains.push({ ids: [...longest.ids, id], weight });
  }
  const longest = chains.reduce((a, b) => (b.weight > a.weight ? b : a), { ids: [], weight: 0 });
  return new Set(longest.ids);
}
