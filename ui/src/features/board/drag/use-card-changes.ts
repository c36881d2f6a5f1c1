import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { computePosition, getAdjacentPositions } from '@/data/values/numbers/position.utils';
import { useTable } from '@/table/table-context';
import type { CardDragState } from '../board.types';
import { boardMessages as messages } from '../board-messages';
import type { useLaneRows } from '../lanes/use-lane-rows';
import type { BoardOptions } from '../use-board';

/**
 * Returns a function that computes the changed values if a card is dropped at its position. It returns undefined if
 * nothing changes or no drop is possible.
 */
export function useCardChanges(
  { column, position, notify }: BoardOptions,
  { laneNamed, rowsIn, othersIn, hasMore }: ReturnType<typeof useLaneRows>,
) {
  const { table } = useTable();
  return (now: CardDragState): Row | undefined => {
    const lane = laneNamed(now.lane);
    if (!lane) return undefined;
    const moved: Row = lane.id === now.from ? {} : { [column.name]: lane.value };
    if (!position || now.index === undefined) return lane.id === now.from ? undefined : moved;
    const others = othersIn(lane.id, now.key);
    const own = rowsIn(now.from).findIndex((row) => getCachedRowKey(table, row) === now.key);
    if (lane.id === now.from && now.index === own) return undefined;
    const index = Math.min(now.index, hasMore(lane.id) ? others.length - 1 : others.length);
    const positions = others.map((row) => row[position.name]);
    const { before, after } = getAdjacentPositions(positions, index);
    const newPosition = computePosition(position, before, after);
    if (newPosition === undefined) {
      notify(messages.noPositionLeft(position.title));
      return undefined;
    }
    return { ...moved, [position.name]: newPosition };
  };
}
